/**
 * The escapes that mean one character or a set of characters; they read the same inside a class and
 * outside. Each reader stands behind the backslash, and moves only when it knows the escape.
 * @module
 */
import { range, type SetItem } from "./ast.ts";
import { BREAK } from "../text/line_feed.ts";
import { type Cursor, shortened } from "./cursor.ts";
import { propertyName } from "./properties.ts";
import { HORIZONTAL } from "./sets.ts";

/** A set as an escape names it: `\D` is the digits, negated. */
export interface NamedSet {
  readonly items: readonly SetItem[];
  readonly negated: boolean;
}

const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7, e: 27 };

/** The character of `\n`, `\x41`, `\u{1F600}`, `\cJ`, `\.` …; undefined for any other escape. */
export function readCharEscape(cursor: Cursor): number | undefined {
  const letter = cursor.next;
  if (letter === "") throw cursor.fail("escape_nothing", cursor.index - 1);
  if (letter in CONTROLS) return CONTROLS[cursor.take()];
  if (letter === "x" || letter === "u") return readHex(cursor);
  if (letter === "c") return readControl(cursor);
  if (letter === "0") return readNul(cursor);
  return /[0-9A-Za-z]/.test(letter) ? undefined : cursor.take().codePointAt(0);
}

const HEX = {
  x: { braced: /x\{([0-9A-Fa-f]{1,8})\}/y, plain: /x([0-9A-Fa-f]{2})/y },
  u: { braced: /u\{([0-9A-Fa-f]{1,8})\}/y, plain: /u([0-9A-Fa-f]{4})/y },
};
const LOW_HALF = /\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/y;

function readHex(cursor: Cursor): number {
  const start = cursor.index;
  const form = cursor.next === "x" ? HEX.x : HEX.u;
  const found = cursor.match(form.braced) ?? cursor.match(form.plain);
  if (found === undefined) throw cursor.fail("escape_hex", start - 1);
  const code = parseInt(found[1], 16);
  if (code > 0x10ffff) throw cursor.fail("escape_beyond", start - 1);
  const low = code >= 0xd800 && code < 0xdc00 ? cursor.match(LOW_HALF) : undefined;
  return low === undefined ? code : 0x10000 + (code - 0xd800) * 0x400 + (parseInt(low[1], 16) - 0xdc00);
}

function readControl(cursor: Cursor): number {
  const found = cursor.match(/c([A-Za-z])/y);
  if (found === undefined) throw cursor.fail("escape_control", cursor.index - 1);
  return found[1].charCodeAt(0) & 31;
}

function readNul(cursor: Cursor): number {
  const found = cursor.match(/0(?![0-9])/y);
  if (found === undefined) throw cursor.fail("escape_octal", cursor.index - 1);
  return 0;
}

/** The set of `\d`, `\W`, `\h`, `\p{Lu}` …; undefined for any other escape. */
export function readSetEscape(cursor: Cursor): NamedSet | undefined {
  const letter = cursor.next, start = cursor.index - 1;
  if (letter === "p" || letter === "P") return readProperty(cursor);
  if (cursor.match(/N\{(?=[A-Za-z])/y)) throw cursor.fail("escape_N", start);
  if (cursor.eat("N")) return { items: [range(BREAK)], negated: true };
  const items = NAMED[letter.toLowerCase()];
  return items && { items, negated: cursor.take() < "a" };
}

const NAMED: Readonly<Record<string, readonly SetItem[]>> = {
  d: [{ type: "digit" }],
  w: [{ type: "word" }],
  s: [{ type: "space" }],
  h: HORIZONTAL,
};

function readProperty(cursor: Cursor): NamedSet {
  const start = cursor.index - 1;
  const found = cursor.match(/([pP])(?:\{(\^?)([^{}]*)\}|([A-Z]))/y);
  if (found === undefined) throw cursor.fail("property_unnamed", start);
  const [, letter, caret, braced, single] = found;
  const name = propertyName(braced ?? single);
  if (name === undefined) {
    throw cursor.fail("property_unknown", start, { name: JSON.stringify(shortened(braced ?? single)) });
  }
  return { items: [itemOf(name)], negated: (letter === "P") !== (caret === "^") };
}

/** V8 folds every property behind the flags `iv` but this one: `ſ` and the Kelvin sign are ASCII in some letter case. */
function itemOf(name: string): SetItem {
  return name === "ASCII" ? range(0, 0x7f) : { type: "property", name };
}
