/**
 * A position in the pattern that is parsed, and the errors that name it.
 * @module
 */
import { reason, type ReasonKey, type TemplateValues } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";

/** Characters of a pattern shown in an error. */
const MAX_SHOWN_CHARS = 200;

/** Reads a pattern from left to right, by code points. */
export class Cursor {
  /** UTF-16 index of the next character. */
  index = 0;
  constructor(readonly pattern: string) {}

  /** Whether the whole pattern has been read. */
  get atEnd(): boolean {
    return this.index >= this.pattern.length;
  }

  /** The next character ("" at the end). */
  get peek(): string {
    return this.atEnd ? "" : String.fromCodePoint(this.pattern.codePointAt(this.index) ?? 0);
  }

  /** Consumes the next character. */
  advance(): string {
    const char = this.peek;
    this.index += char.length;
    return char;
  }

  /** Whether `text` is next. */
  startsWith(text: string): boolean {
    return this.pattern.startsWith(text, this.index);
  }

  /** Consumes `text` if it is next. */
  consume(text: string): boolean {
    const seen = this.startsWith(text);
    if (seen) this.index += text.length;
    return seen;
  }

  /** Consumes what a sticky expression matches here. */
  consumeMatch(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.index;
    const found = sticky.exec(this.pattern);
    if (found === null) return undefined;
    this.index += found[0].length;
    return found;
  }

  /** Makes the error for the reason `key`, pointing at `index`. */
  syntaxError(key: ReasonKey, index = this.index, params: TemplateValues = {}): ToolError {
    const pattern = shortenedPattern(this.pattern), why = reason(key, params);
    return new ToolError("regex", { pattern, at: characterNumberAt(this.pattern, index), why });
  }
}

/** The number of the character at a UTF-16 index, from 1. */
export function characterNumberAt(text: string, index: number): number {
  let n = 1;
  for (let i = 0; i < index; n++) i += (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
  return n;
}

/** A pattern as an error shows it: at most 200 characters. */
export function shortenedPattern(pattern: string): string {
  const start = firstCharacters(pattern, MAX_SHOWN_CHARS);
  return start.length < pattern.length ? start + "…" : pattern;
}

/** The first `most` characters; none is cut in half. */
export function firstCharacters(text: string, most: number): string {
  return Array.from(text.slice(0, 2 * most)).slice(0, most).join("");
}

export type GroupHead =
  | { readonly kind: "plain" }
  | { readonly kind: "capture"; readonly name?: string }
  | { readonly kind: "look_around"; readonly ahead: boolean; readonly negated: boolean }
  /** `(?P=name)`: whole, up to its `)`. */
  | { readonly kind: "back_reference"; readonly name: string }
  /** `(?i)` for the rest of the enclosing group (whole, up to its `)`), `(?i:` for its own body. */
  | { readonly kind: "flags"; readonly change: FlagChange; readonly scoped: boolean }
  /** `(?#…)`: whole, up to its `)`. */
  | { readonly kind: "comment" };

/** The flags in force at one place of a pattern. */
export interface Flags {
  /** i: letters fold. */
  readonly fold: boolean;
  /** s: the dot matches a line break. */
  readonly dotAll: boolean;
  /** m: `^` and `$` match at every line. */
  readonly multiLine: boolean;
  /** x: free spacing. */
  readonly freeSpacing: boolean;
}

/** The flags that change, and their new values. */
type FlagChange = Partial<Flags>;

/** Reads a group's head. @throws ToolError `regex` */
export function readGroupHead(cursor: Cursor): GroupHead {
  const start = cursor.index;
  cursor.consume("(");
  if (!cursor.consume("?")) return { kind: "capture" };
  if (cursor.consume(":")) return { kind: "plain" };
  return readLookAround(cursor) ?? readName(cursor) ?? readComment(cursor, start) ?? readFlags(cursor, start);
}

function readLookAround(cursor: Cursor): GroupHead | undefined {
  const found = cursor.consumeMatch(/(<?)([=!])/y);
  return found && { kind: "look_around", ahead: found[1] === "", negated: found[2] === "!" };
}

function readName(cursor: Cursor): GroupHead | undefined {
  const open = cursor.consumeMatch(/P?<([^>()]*)>|'([^'()]*)'/y);
  const back = open ? undefined : cursor.consumeMatch(/P=([^()]*)\)/y);
  const name = open?.[1] ?? open?.[2] ?? back?.[1];
  if (name === undefined) return undefined;
  if (!/^[\p{L}_$][\p{L}\p{M}\p{N}_$.]*$/u.test(name)) {
    throw cursor.syntaxError("group_name", cursor.index, { name: JSON.stringify(shortenedPattern(name)) });
  }
  return { kind: open ? "capture" : "back_reference", name };
}

function readComment(cursor: Cursor, start: number): GroupHead | undefined {
  if (!cursor.consume("#")) return undefined;
  if (!cursor.consumeMatch(/[^)]*\)/y)) throw cursor.syntaxError("unclosed", start, { char: "(" });
  return { kind: "comment" };
}

const FLAG_LETTERS: Readonly<Record<string, keyof Flags | "none">> = {
  i: "fold",
  s: "dotAll",
  m: "multiLine",
  x: "freeSpacing",
  // Every pattern is Unicode.
  u: "none",
};

function readFlags(cursor: Cursor, start: number): GroupHead {
  const found = cursor.consumeMatch(/([imsxu]*)(?:-([imsx]+))?([:)])/y);
  const [, on = "", off = "", end = ""] = found ?? [];
  if (on + off !== "") {
    return { kind: "flags", change: { ...flagValues(on, true), ...flagValues(off, false) }, scoped: end === ":" };
  }
  const [rest] = cursor.consumeMatch(/[-A-Za-z]*./y) ?? [];
  if (rest === undefined) throw cursor.syntaxError("unclosed", start, { char: "(" });
  throw cursor.syntaxError("unsupported", start, { what: `(?${rest}` });
}

function flagValues(letters: string, value: boolean): FlagChange {
  return Object.fromEntries([...letters].map((letter) => [FLAG_LETTERS[letter], value]));
}
