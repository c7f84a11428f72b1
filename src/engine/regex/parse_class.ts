/**
 * Parses a class, `[…]`, by JavaScript's rules: `[` inside is a plain character. Added are POSIX names (`[[:alpha:]]`)
 * and a plain `-` where no range is possible. Other engines' set operations are refused (`[a-z&&[^aeiou]]`, `[\w--\d]`):
 * as plain characters they would silently find something else. As in all other engines a `]` that comes first is a
 * character, but `[^]` is any character where no class could follow.
 * @module
 */
import { LINE_FEED } from "../text/newlines.ts";
import { type CharSet, range, type SetItem } from "./ast.ts";
import { POSIX_CLASSES } from "../text/posix_classes.ts";
import { HORIZONTAL_SPACE, propertyName } from "./char_sets.ts";
import { type Cursor, shortenedPattern } from "./cursor.ts";

/** A set as an escape names it: `\D` is the digits, negated. */
interface NamedSet {
  readonly items: readonly SetItem[];
  readonly negated: boolean;
}

const CONTROL_ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7, e: 27 };

/** Reads the character of `\n`, `\x41`, `\u{1F600}`, `\cJ`, `\.` …; undefined for any other escape. */
export function readCharEscape(cursor: Cursor): number | undefined {
  const letter = cursor.peek;
  if (letter === "") throw cursor.syntaxError("escape_nothing", cursor.index - 1);
  if (letter in CONTROL_ESCAPES) return CONTROL_ESCAPES[cursor.advance()];
  if (letter === "x" || letter === "u") return readHex(cursor);
  if (letter === "c") return readControl(cursor);
  if (letter === "0") return readNull(cursor);
  return /[0-9A-Za-z]/.test(letter) ? undefined : cursor.advance().codePointAt(0);
}

const HEX = {
  x: { braced: /x\{([0-9A-Fa-f]{1,8})\}/y, plain: /x([0-9A-Fa-f]{2})/y },
  u: { braced: /u\{([0-9A-Fa-f]{1,8})\}/y, plain: /u([0-9A-Fa-f]{4})/y },
};
const LOW_SURROGATE_ESCAPE = /\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/y;

function readHex(cursor: Cursor): number {
  const start = cursor.index;
  const form = cursor.peek === "x" ? HEX.x : HEX.u;
  const found = cursor.consumeMatch(form.braced) ?? cursor.consumeMatch(form.plain);
  if (found === undefined) throw cursor.syntaxError("escape_form", start - 1, { char: cursor.pattern[start] ?? "" });
  const code = parseInt(found[1], 16);
  if (code > 0x10ffff) throw cursor.syntaxError("escape_beyond", start - 1);
  const low = code >= 0xd800 && code < 0xdc00 ? cursor.consumeMatch(LOW_SURROGATE_ESCAPE) : undefined;
  return low === undefined ? code : 0x10000 + (code - 0xd800) * 0x400 + (parseInt(low[1], 16) - 0xdc00);
}

function readControl(cursor: Cursor): number {
  const found = cursor.consumeMatch(/c([A-Za-z])/y);
  if (found === undefined) throw cursor.syntaxError("escape_form", cursor.index - 1, { char: "c" });
  return found[1].charCodeAt(0) & 31;
}

function readNull(cursor: Cursor): number {
  const found = cursor.consumeMatch(/0(?![0-9])/y);
  if (found === undefined) {
    throw cursor.syntaxError("instead", cursor.index - 1, { what: "an octal escape", instead: "\\xNN" });
  }
  return 0;
}

/** Reads the set of `\d`, `\W`, `\h`, `\p{Lu}` …; undefined for any other escape. */
export function readSetEscape(cursor: Cursor): NamedSet | undefined {
  const letter = cursor.peek, start = cursor.index - 1;
  if (letter === "p" || letter === "P") return readProperty(cursor);
  if (cursor.consumeMatch(/N\{(?=[A-Za-z])/y)) {
    throw cursor.syntaxError("instead", start, { what: "\\N{…}", instead: "\\u{…}" });
  }
  if (cursor.consume("N")) return { items: [range(LINE_FEED)], negated: true };
  const items = NAMED_SETS[letter.toLowerCase()];
  return items && { items, negated: cursor.advance() < "a" };
}

const NAMED_SETS: Readonly<Record<string, readonly SetItem[]>> = {
  d: [{ type: "digit" }],
  w: [{ type: "word" }],
  s: [{ type: "space" }],
  h: HORIZONTAL_SPACE,
};

function readProperty(cursor: Cursor): NamedSet {
  const start = cursor.index - 1;
  const found = cursor.consumeMatch(/([pP])(?:\{(\^?)([^{}]*)\}|([A-Z]))/y);
  if (found === undefined) throw cursor.syntaxError("escape_form", start, { char: "p" });
  const [, letter, caret, braced, single] = found;
  const name = propertyName(braced ?? single);
  if (name === undefined) {
    throw cursor.syntaxError("unknown_name", start, { name: JSON.stringify(shortenedPattern(braced ?? single)) });
  }
  return { items: [propertyItem(name)], negated: (letter === "P") !== (caret === "^") };
}

/** With the flags `iv` V8 folds every property but ASCII, to which `ſ` and the Kelvin sign then belong. */
function propertyItem(name: string): SetItem {
  return name === "ASCII" ? range(0, 0x7f) : { type: "property", name };
}

/** Receives every character that is written out, for smart case. */
type OnLiteral = (code: number) => void;

/** Parses the class that opens here. */
export function parseClass(cursor: Cursor, onLiteral: OnLiteral): CharSet {
  const start = cursor.index;
  cursor.consume("[");
  const negated = cursor.consume("^"), isNested = cursor.startsWith("[");
  if (negated && cursor.consumeMatch(/\](?=[*+?{|)]|$)/y)) return { negated, items: [] };
  const items = cursor.startsWith("]") ? [...readItem(cursor, onLiteral)] : [];
  while (!cursor.consume("]")) {
    if (cursor.atEnd) throw cursor.syntaxError("unclosed", start, { char: "[" });
    if (items.length > 0) refuseSetOperation(cursor, /(&&|--|~~)(?!\])/y);
    items.push(...readItem(cursor, onLiteral));
  }
  if (isNested) refuseSetOperation(cursor, /(&&|--)[^[\]]*[[\]]/y);
  return { negated, items };
}

function refuseSetOperation(cursor: Cursor, sticky: RegExp): void {
  const start = cursor.index, what = cursor.consumeMatch(sticky)?.[1];
  if (what !== undefined) throw cursor.syntaxError("unsupported", start, { what: `${what} in a class` });
}

function charItem(code: number, onLiteral: OnLiteral): SetItem {
  onLiteral(code);
  return range(code);
}

/** Reads one item, or the items of text that looks like a range but is none. */
function readItem(cursor: Cursor, onLiteral: OnLiteral): readonly SetItem[] {
  const start = cursor.index;
  const from = readMember(cursor);
  if (!rangeFollows(cursor, typeof from === "number")) return itemsOf(from, onLiteral);
  cursor.consume("-");
  const to = readMember(cursor);
  if (typeof from !== "number" || typeof to !== "number") {
    return [...itemsOf(from, onLiteral), charItem(0x2d, onLiteral), ...itemsOf(to, onLiteral)];
  }
  if (to < from) throw cursor.syntaxError("order", start);
  onLiteral(from), onLiteral(to);
  return [range(from, to)];
}

/** Whether a `-` follows that can form a range with the character after it, and is not half of a set operation. */
function rangeFollows(cursor: Cursor, isAfterCharacter: boolean): boolean {
  const rest = cursor.pattern.slice(cursor.index, cursor.index + 3);
  if (rest.startsWith("--") && (rest[2] === "[" || !isAfterCharacter && rest[2] !== "]")) return false;
  return rest.length > 1 && rest[0] === "-" && rest[1] !== "]";
}

function itemsOf(member: number | NamedSet, onLiteral: OnLiteral): readonly SetItem[] {
  if (typeof member === "number") return [charItem(member, onLiteral)];
  return member.negated ? [{ type: "nested", set: member }] : member.items;
}

function readMember(cursor: Cursor): number | NamedSet {
  const posix = readPosix(cursor);
  if (posix !== undefined) return posix;
  if (!cursor.consume("\\")) return cursor.advance().codePointAt(0) ?? 0;
  if (cursor.consume("b")) return 0x08;
  const code = readCharEscape(cursor);
  if (code !== undefined) return code;
  const set = readSetEscape(cursor);
  if (set === undefined) throw cursor.syntaxError("unsupported", cursor.index - 1, { what: `\\${cursor.peek}` });
  return set;
}

/** Reads `[:alpha:]`; refuses what POSIX has besides, such as `[:<:]`, `[=a=]` and `[.-.]`. */
function readPosix(cursor: Cursor): NamedSet | undefined {
  const start = cursor.index;
  const [what, , caret, name = ""] = cursor.consumeMatch(/\[([:=.])(\^?)([^\]]+?)\1\]/y) ?? [];
  if (what === undefined) return undefined;
  const items = what.startsWith("[:") ? POSIX_CLASSES.get(name) : undefined;
  if (items === undefined) throw cursor.syntaxError("unsupported", start, { what: shortenedPattern(what) });
  return { items: items.map(([from, to]) => range(from, to)), negated: caret === "^" };
}
