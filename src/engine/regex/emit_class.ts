/**
 * Writes a character set as a JavaScript class. What stands for no character of a line is taken out:
 * the line break (line by line), and lone surrogates, which stand for invalid bytes.
 * @module
 */
import { type CharSet, type Range, range, type SetItem } from "./ast.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { asciiWithProperty, hasProperty } from "./unicode_properties.ts";
import { WORD_CLASS_BODY } from "./char_sets.ts";

/** `\s` beyond ASCII: White_Space. JavaScript's own `\s` has U+FEFF and lacks U+0085. */
const UNICODE_SPACES = "\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** What an expression is written for. */
export interface EmitTarget {
  /** Subjects beyond ASCII. */
  readonly unicode: boolean;
  /** Matches stay within a line. */
  readonly byLine: boolean;
}

/** A class, and whether it takes JavaScript's `v` flag to say it. */
export interface EmittedClass {
  readonly text: string;
  readonly needsV: boolean;
}

/** The class for `set`. */
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

/** `[^\W]` is `\w`: a set that only holds one other set is that set. */
function unwrapped(set: CharSet): CharSet {
  const [only] = set.items;
  if (set.items.length !== 1 || only.type !== "nested") return set;
  return unwrapped({ items: only.set.items, negated: only.set.negated !== set.negated });
}

/** What no set may match. */
function excludedSource({ unicode, byLine }: EmitTarget): string {
  return (byLine ? "\\n" : "") + (unicode ? "\\ud800-\\udfff" : "");
}

/** Whether an item can stand in a class without the `v` flag. */
function isPlain(item: SetItem): boolean {
  return item.type !== "nested" && item.type !== "both" && item.type !== "without";
}

/** Whether a property reaches into what no set may match; the other plain items are written around it. */
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

/** The property's ASCII members: a table V8 need not spell out. */
function asciiOf(name: string, target: EmitTarget): string {
  return asciiWithProperty(name).flatMap((code) => withoutExcluded(range(code), target)).map(emitRange).join("");
}

/** A range without what lies in the holes; a single surrogate was asked for by name, and stays. */
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

/** A character as a class takes it, with or without the `v` flag. */
function classChar(code: number): string {
  if (/^[0-9A-Za-z]$/.test(String.fromCodePoint(code))) return String.fromCodePoint(code);
  return code < 0x80 ? "\\x" + code.toString(16).padStart(2, "0") : `\\u{${code.toString(16)}}`;
}
