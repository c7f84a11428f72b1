/**
 * The escapes that mean one character or a set of characters. They read the same inside a class and outside. Each
 * reader starts after the backslash and moves only if it knows the escape.
 * @module
 */
import { range, type SetItem } from "./ast.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { type Cursor, shortenedPattern } from "./cursor.ts";
import { propertyName } from "./unicode_properties.ts";
import { HORIZONTAL_SPACE } from "./char_sets.ts";

/** A set as an escape names it: `\D` is the digits, negated. */
export interface NamedSet {
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
  if (found === undefined) throw cursor.syntaxError("escape_hex", start - 1);
  const code = parseInt(found[1], 16);
  if (code > 0x10ffff) throw cursor.syntaxError("escape_beyond", start - 1);
  const low = code >= 0xd800 && code < 0xdc00 ? cursor.consumeMatch(LOW_SURROGATE_ESCAPE) : undefined;
  return low === undefined ? code : 0x10000 + (code - 0xd800) * 0x400 + (parseInt(low[1], 16) - 0xdc00);
}

function readControl(cursor: Cursor): number {
  const found = cursor.consumeMatch(/c([A-Za-z])/y);
  if (found === undefined) throw cursor.syntaxError("escape_control", cursor.index - 1);
  return found[1].charCodeAt(0) & 31;
}

function readNull(cursor: Cursor): number {
  const found = cursor.consumeMatch(/0(?![0-9])/y);
  if (found === undefined) throw cursor.syntaxError("escape_octal", cursor.index - 1);
  return 0;
}

/** Reads the set of `\d`, `\W`, `\h`, `\p{Lu}` …; undefined for any other escape. */
export function readSetEscape(cursor: Cursor): NamedSet | undefined {
  const letter = cursor.peek, start = cursor.index - 1;
  if (letter === "p" || letter === "P") return readProperty(cursor);
  if (cursor.consumeMatch(/N\{(?=[A-Za-z])/y)) throw cursor.syntaxError("escape_N", start);
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
  if (found === undefined) throw cursor.syntaxError("property_unnamed", start);
  const [, letter, caret, braced, single] = found;
  const name = propertyName(braced ?? single);
  if (name === undefined) {
    throw cursor.syntaxError("property_unknown", start, { name: JSON.stringify(shortenedPattern(braced ?? single)) });
  }
  return { items: [propertyItem(name)], negated: (letter === "P") !== (caret === "^") };
}

/** With the flags `iv` V8 folds every property but ASCII, to which `ſ` and the Kelvin sign then belong. */
function propertyItem(name: string): SetItem {
  return name === "ASCII" ? range(0, 0x7f) : { type: "property", name };
}
