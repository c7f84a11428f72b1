/**
 * Predefined character sets, and tests on sets and code points.
 * @module
 */
import { type CharClass, type CharSet, range, type SetItem } from "./ast.ts";

/** Makes a class node of these items. */
export function charClass(items: readonly SetItem[], negated = false, fold = false): CharClass {
  return { type: "class", set: { negated, items }, fold };
}

/** `\h`: the tab and every Unicode space separator. */
export const HORIZONTAL_SPACE: readonly SetItem[] = [range(0x09), { type: "property", name: "Zs" }];

/** `\R` other than CR LF: every line break of Unicode. */
export const LINE_BREAKS: readonly SetItem[] = [range(0x0a, 0x0d), range(0x85), range(0x2028, 0x2029)];

/** The members of `\w`, as the body of a class. */
export const WORD_CLASS_BODY = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";

const WORD_TEST = new RegExp(`^[${WORD_CLASS_BODY}]$`, "u");

/** Whether a code point is a word character. */
export function isWordChar(code: number): boolean {
  return WORD_TEST.test(String.fromCodePoint(code));
}

const UPPER_TEST = /^\p{Uppercase}$/u;

/** Whether a code point is an upper-case letter for smart case. */
export function isUppercase(code: number): boolean {
  return UPPER_TEST.test(String.fromCodePoint(code));
}

/** Whether a set contains a character, without regard to letter case. */
export function hasMember({ items, negated }: CharSet, code: number): boolean {
  return items.some((item) => isMember(item, code)) !== negated;
}

/** The same for one item of a set. */
export function isMember(item: SetItem, code: number): boolean {
  switch (item.type) {
    case "range":
      return item.from <= code && code <= item.to;
    case "word":
      return isWordChar(code);
    case "digit":
      return hasProperty("Nd", code);
    case "space":
      return hasProperty("White_Space", code);
    case "property":
      return hasProperty(item.name, code);
    case "nested":
      return hasMember(item.set, code);
  }
}

/**
 * The number of large Unicode tables that V8 expands for a source. The decimal digits, the one small table, count for
 * an eighth.
 */
export function unicodeTablesIn(source: string): number {
  const names = source.replaceAll(WORD_CLASS_BODY, "\\p{Word}").match(/\\p\{\w+/g) ?? [];
  return names.reduce((sum, name) => sum + (name === "\\p{Nd" ? 0.125 : 1), 0);
}

/** No property's name is longer, without blanks. */
const MAX_NAME_CHARS = 100;

/**
 * The JavaScript spelling of a Unicode property: `greek` and `Script=Greek` give `Script=Greek`. Undefined for an
 * unknown name, and for properties of strings, which no single character has.
 */
export function propertyName(name: string): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  return candidates(name).find((name) => /^[\w=]+$/.test(name) && propertyTest(name) !== undefined);
}

function candidates(name: string): string[] {
  const bare = name.trim().replace(/^(?:Is|In)(?=[A-Z])/, "").replace(":", "=");
  const titled = bare.replace(/[_\s-]+/g, "_").replace(
    /[^\W_]+/g,
    (word) => word[0].toUpperCase() + word.slice(1).toLowerCase(),
  );
  const short = titled.replace(/^[^=]*(?==)/, (key) => key.toLowerCase());
  return [bare, titled, short, bare.toUpperCase(), bare.toLowerCase(), `Script=${titled}`];
}

/** Whether a code point has a property, named as `propertyName` returns it. */
function hasProperty(name: string, code: number): boolean {
  return propertyTest(name)?.test(String.fromCodePoint(code)) === true;
}

/** Blanks and letter case give each name endlessly many spellings; this many are cached. */
const MAX_CACHED_TESTS = 1000;

const tests = new Map<string, RegExp | undefined>();

/** Tests whether a character has a property; undefined for an unknown one. */
function propertyTest(name: string): RegExp | undefined {
  if (tests.has(name)) return tests.get(name);
  if (tests.size >= MAX_CACHED_TESTS) tests.clear();
  const test = compiled(`^\\p{${name}}$`);
  tests.set(name, test);
  return test;
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}
