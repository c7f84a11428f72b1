/**
 * Reads how a group begins: everything from `(` to where its body starts.
 * @module
 */
import { type Reason, reason } from "../../model/reasons.ts";
import { type Cursor, shortened } from "./cursor.ts";

/** What a group is. */
export type GroupHead =
  | { readonly kind: "plain" }
  | { readonly kind: "capture"; readonly name?: string }
  | { readonly kind: "look"; readonly ahead: boolean; readonly negated: boolean }
  /** `(?P=name)`: whole, up to its `)`. */
  | { readonly kind: "back"; readonly name: string }
  /** `(?i)` for the rest of the group around it (whole, up to its `)`), `(?i:` for its own body. */
  | { readonly kind: "flags"; readonly change: FlagChange; readonly scoped: boolean }
  /** `(?#…)`: whole, up to its `)`. */
  | { readonly kind: "comment" };

/** What a parser's flags are at some place. */
export interface Flags {
  /** i: letters fold. */
  readonly fold: boolean;
  /** s: the dot matches a line break. */
  readonly dotAll: boolean;
  /** m: `^` and `$` stand at every line. */
  readonly lines: boolean;
  /** x: free spacing. */
  readonly spaced: boolean;
}

/** The flags that change, and their new values. */
export type FlagChange = Partial<Flags>;

/** Where a group with this head takes the cursor. @throws ToolError `regex` */
export function readGroupHead(cursor: Cursor): GroupHead {
  const start = cursor.index;
  cursor.eat("(");
  if (!cursor.eat("?")) return { kind: "capture" };
  if (cursor.eat(":")) return { kind: "plain" };
  return readLook(cursor) ?? readName(cursor) ?? readComment(cursor, start) ?? readFlags(cursor, start);
}

function readLook(cursor: Cursor): GroupHead | undefined {
  const found = cursor.match(/(<?)([=!])/y);
  return found && { kind: "look", ahead: found[1] === "", negated: found[2] === "!" };
}

function readName(cursor: Cursor): GroupHead | undefined {
  const open = cursor.match(/P?<([^>()]*)>|'([^'()]*)'/y);
  const back = open ? undefined : cursor.match(/P=([^()]*)\)/y);
  const name = open?.[1] ?? open?.[2] ?? back?.[1];
  if (name === undefined) return undefined;
  if (!/^[\p{L}_$][\p{L}\p{M}\p{N}_$.]*$/u.test(name)) {
    throw cursor.fail("group_name", cursor.index, { name: JSON.stringify(shortened(name)) });
  }
  return { kind: open ? "capture" : "back", name };
}

function readComment(cursor: Cursor, start: number): GroupHead | undefined {
  if (!cursor.eat("#")) return undefined;
  if (!cursor.match(/[^)]*\)/y)) throw cursor.fail("comment_unclosed", start);
  return { kind: "comment" };
}

const MEANING: Readonly<Record<string, keyof Flags | "none">> = {
  i: "fold",
  s: "dotAll",
  m: "lines",
  x: "spaced",
  // What a pattern is anyway.
  u: "none",
};

function readFlags(cursor: Cursor, start: number): GroupHead {
  const found = cursor.match(/([A-Za-z]*)(?:-([A-Za-z]+))?([:)])/y);
  const unsupported = found === undefined ? refusal(cursor) : badFlag(found[1], found[2] ?? "");
  if (unsupported !== undefined) throw cursor.fail(unsupported.key, start, unsupported.params);
  const [, on = "", off = "", end = ""] = found ?? [];
  if (on + off === "") throw cursor.fail("flag_missing", start);
  return { kind: "flags", change: { ...settings(on, true), ...settings(off, false) }, scoped: end === ":" };
}

function settings(letters: string, value: boolean): FlagChange {
  return Object.fromEntries([...letters].map((letter) => [MEANING[letter], value]));
}

function badFlag(on: string, off: string): Reason | undefined {
  if ([...on, ...off].join("") === "R") return reason("recursion");
  if (off.includes("u")) return reason("flag_unicode");
  const bad = [...on, ...off].find((letter) => MEANING[letter] === undefined);
  return bad === undefined ? undefined : reason("flag_unknown", { flag: bad });
}

/** Why this kind of group can't be had. */
function refusal(cursor: Cursor): Reason {
  if (cursor.sees(">")) return reason("atomic");
  if (cursor.sees("(")) return reason("conditional");
  if (cursor.sees("|")) return reason("branch_reset");
  return reason(cursor.match(/[&+-]?\d|P>|&|R/y) ? "recursion" : "group_kind");
}
