/**
 * The ready-made character sets, and what can be known of a set without matching.
 * @module
 */
import { type CharSet, range, type Set, type SetItem } from "./ast.ts";
import { BREAK, type RETURN } from "../text/line_feed.ts";
import { hasProperty } from "./properties.ts";

/** A set node of these items. */
export function setOf(items: readonly SetItem[], negated = false, fold = false): Set {
  return { type: "set", set: { negated, items }, fold };
}

/** `\h`: the tab and every Unicode space separator. */
export const HORIZONTAL: readonly SetItem[] = [range(0x09), { type: "property", name: "Zs" }];

/** `\R` other than CR LF: everything Unicode calls a line break. */
export const BREAKS: readonly SetItem[] = [range(0x0a, 0x0d), range(0x85), range(0x2028, 0x2029)];

/** POSIX classes: ASCII only, as in ripgrep. */
export const POSIX: ReadonlyMap<string, readonly SetItem[]> = new Map(Object.entries({
  alnum: ascii("09AZaz"),
  alpha: ascii("AZaz"),
  ascii: [range(0, 0x7f)],
  blank: ascii("\t\t  "),
  cntrl: [range(0, 0x1f), range(0x7f)],
  digit: ascii("09"),
  graph: ascii("!~"),
  lower: ascii("az"),
  print: ascii(" ~"),
  punct: ascii("!/:@[`{~"),
  space: ascii("\t\r  "),
  upper: ascii("AZ"),
  word: ascii("09AZaz__"),
  xdigit: ascii("09AFaf"),
}));

/** Ranges from pairs of characters. */
function ascii(pairs: string): SetItem[] {
  const out: SetItem[] = [];
  for (let i = 0; i < pairs.length; i += 2) out.push(range(pairs.charCodeAt(i), pairs.charCodeAt(i + 1)));
  return out;
}

/** What `\w` holds: the body of a class. */
export const WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";

const WORD_TEST = new RegExp(`^[${WORD}]$`, "u");

/** Whether a code point is a word character. */
export function isWord(code: number): boolean {
  return WORD_TEST.test(String.fromCodePoint(code));
}

const UPPER_TEST = /^\p{Uppercase}$/u;

/** Whether a code point is an upper-case letter, as smart case has it. */
export function isUpper(code: number): boolean {
  return UPPER_TEST.test(String.fromCodePoint(code));
}

/** Whether the set matches a line feed or, if that is asked, a carriage return (letter case has no say in that). */
export function hasBreak(set: CharSet, code: typeof BREAK | typeof RETURN = BREAK): boolean {
  return set.items.some((item) => itemHasBreak(item, code)) !== set.negated;
}

function itemHasBreak(item: SetItem, code: typeof BREAK | typeof RETURN): boolean {
  switch (item.type) {
    case "range":
      return item.from <= code && code <= item.to;
    case "space":
      return true;
    case "property":
      return hasProperty(item.name, code);
    case "nested":
      return hasBreak(item.set, code);
    case "both":
      return hasBreak(item.left, code) && hasBreak(item.right, code);
    case "without":
      return hasBreak(item.left, code) && !hasBreak(item.right, code);
    default:
      return false;
  }
}

/**
 * How many large Unicode tables V8 has to spell out for a source; the decimal digits, the one small
 * table, count for an eighth.
 */
export function tablesIn(source: string): number {
  const names = source.replaceAll(WORD, "\\p{Word}").match(/\\p\{\w+/g) ?? [];
  return names.reduce((sum, name) => sum + (name === "\\p{Nd" ? 0.125 : 1), 0);
}
