/**
 * Writes a character set as a JavaScript class, without the characters that no line contains. These are the line feed
 * (in a line-by-line search), and lone surrogates, which stand for invalid bytes.
 * @module
 */
import { type CharSet, type Range, range, type SetItem } from "./ast.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { asciiWithProperty, hasProperty } from "./unicode_properties.ts";
import { WORD_CLASS_BODY } from "./char_sets.ts";

/** `\s` beyond ASCII: White_Space. JavaScript's own `\s` has U+FEFF and lacks U+0085. */
const UNICODE_SPACES = "\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** The texts that an expression is written for. */
export interface EmitTarget {
  /** Subjects may be beyond ASCII. */
  readonly unicode: boolean;
  /** Matches stay within a line. */
  readonly byLine: boolean;
}

/** A class, and whether it needs the `v` flag. */
export interface EmittedClass {
  readonly text: string;
  readonly needsV: boolean;
}

/** Writes the class for `set`. */
export function emitClass(set: CharSet, target: EmitTarget): EmittedClass {
  const { negated, items } = unwrapped(set);
  const hole = excludedSource(target);
  if (negated && items.every(isPlain)) return { text: `[^${join(items, target)}${hole}]`, needsV: false };
  if (!negated && items.every((item) => isPlain(item) && !hitsExcluded(item, target))) {
    return { text: `[${join(items, target)}]`, needsV: false };
  }
  const all = `[${negated ? "^" : ""}${join(items, target)}]`;
  return { text: hole === "" ? all : `[${all}--[${hole}]]`, needsV: true };
}

/** A set that holds only one other set is that set: `[^\W]` is `\w`. */
function unwrapped(set: CharSet): CharSet {
  const [only] = set.items;
  if (set.items.length !== 1 || only.type !== "nested") return set;
  return unwrapped({ items: only.set.items, negated: only.set.negated !== set.negated });
}

/** The source of the characters that no set may match. */
function excludedSource({ unicode, byLine }: EmitTarget): string {
  return (byLine ? "\\n" : "") + (unicode ? "\\ud800-\\udfff" : "");
}

/** Whether an item can be written without the `v` flag. */
function isPlain(item: SetItem): boolean {
  return item.type !== "nested" && item.type !== "both" && item.type !== "without";
}

/** Whether a property includes excluded characters. Ranges are written around them. */
function hitsExcluded(item: SetItem, { unicode, byLine }: EmitTarget): boolean {
  if (item.type !== "property" || !unicode) return false;
  return hasProperty(item.name, 0xd800) || (byLine && hasProperty(item.name, LINE_FEED));
}

function join(items: readonly SetItem[], target: EmitTarget): string {
  return items.map((item) => emitItem(item, target)).join("");
}

function emitItem(item: SetItem, target: EmitTarget): string {
  switch (item.type) {
    case "range":
      return withoutExcluded(item, target).map(emitRange).join("");
    case "word":
      return target.unicode ? WORD_CLASS_BODY : "\\w";
    case "digit":
      return target.unicode ? "\\p{Nd}" : "0-9";
    case "space":
      return (target.byLine ? "\\t\\v-\\r" : "\\t-\\r") + "\\x20" + (target.unicode ? UNICODE_SPACES : "");
    case "property":
      return target.unicode ? `\\p{${item.name}}` : asciiOf(item.name, target);
    case "nested":
      return nested(item.set, target);
    default:
      return `[${nested(item.left, target)}${item.type === "both" ? "&&" : "--"}${nested(item.right, target)}]`;
  }
}

function nested(set: CharSet, target: EmitTarget): string {
  return `[${set.negated ? "^" : ""}${join(set.items, target)}]`;
}

/** The property's ASCII members, written out to spare V8 the table. */
function asciiOf(name: string, target: EmitTarget): string {
  return asciiWithProperty(name).flatMap((code) => withoutExcluded(range(code), target)).map(emitRange).join("");
}

/** A range without the excluded characters. A single surrogate is named by the pattern and stays. */
function withoutExcluded(whole: Range, { unicode, byLine }: EmitTarget): Range[] {
  if (whole.from === whole.to) return byLine && whole.from === LINE_FEED ? [] : [whole];
  const parts = unicode ? without(whole, 0xd800, 0xdfff) : [whole];
  return byLine ? parts.flatMap((part) => without(part, LINE_FEED, LINE_FEED)) : parts;
}

function without(whole: Range, from: number, to: number): Range[] {
  if (whole.to < from || to < whole.from) return [whole];
  const below: Range = { ...whole, to: from - 1 }, above: Range = { ...whole, from: to + 1 };
  return [below, above].filter((part) => part.from <= part.to);
}

function emitRange({ from, to }: Range): string {
  return from === to ? classChar(from) : `${classChar(from)}-${classChar(to)}`;
}

/** A character as a class accepts it, with or without the `v` flag. */
function classChar(code: number): string {
  if (/^[0-9A-Za-z]$/.test(String.fromCodePoint(code))) return String.fromCodePoint(code);
  return code < 0x80 ? "\\x" + code.toString(16).padStart(2, "0") : `\\u{${code.toString(16)}}`;
}
