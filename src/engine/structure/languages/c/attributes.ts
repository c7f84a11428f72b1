/**
 * Macros that stand as attributes in C and C++: `API` in `API int f(void)`. To a grammar they are one type too many.
 *
 * Every candidate is judged by what stands directly before and after it, so the time grows linearly with the text.
 * @module
 */

/** A part of a text: [start, end). */
export type Part = readonly [start: number, end: number];

/** A macro's name, and its arguments if they stand on one line. */
const MACRO = /(?<!\w)[A-Z_][A-Z0-9_]{2,}(?!\w)(\([^()\n]*\))?/g;
/** What follows an attribute before a type, before a class, before a function's name; and a call on the next line. */
const FUNCTION = /[ \t]+(?:\w[\w:]*(?:<[^<>\n]*>)?[ \t*&]+){1,4}(?:\w[\w:~]*[ \t]*\(|\(\*?\w+\)[ \t]*\()/y,
  CLASS_BODY = /[ \t]+\w+(?:<[^<>\n]*>)?\s*(?:final\s*)?[:{]/y,
  FUNCTION_NAME = /[ \t]+\w+[ \t]*\(/y,
  CALL = /\w+\s*\(/y;
const SPACES = " \t\r\n\f\v";
const TYPES = new Set(["void", "int", "char", "bool", "long", "short", "unsigned", "float", "double", "size_t"]);

interface Macro {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly hasArguments: boolean;
}

/** The parts of a text that are attributes. */
export function attributesIn(text: string): Part[] {
  const parts: Part[] = [];
  for (const { 0: whole, 1: args, index: start } of text.matchAll(MACRO)) {
    const macro = { text, start, end: start + whole.length, hasArguments: args !== undefined };
    if (isAttribute(macro)) parts.push([start, macro.end]);
    else if (isStatement(macro)) parts.push([start, text.indexOf(";", macro.end) + 1]);
  }
  return parts;
}

function isAttribute(macro: Macro): boolean {
  const { text, start, end, hasArguments } = macro, before = lastSign(text, start), after = text[nextSign(text, end)];
  // `API int f(void)`
  if (!hasArguments && isAt(text, start - 1, "\n") && matchesAt(FUNCTION, text, end)) return true;
  const word = wordBefore(text, start);
  // `class API A {`
  if ((word === "class" || word === "struct") && matchesAt(CLASS_BODY, text, end)) return true;
  // `int API f(void)`
  if (!hasArguments && TYPES.has(typeBefore(text, start)) && matchesAt(FUNCTION_NAME, text, end)) return true;
  // `void f() LOCKED(m) {`
  if ((after === ";" || after === "{") && isAfterParameters(text, before)) return true;
  // `BEGIN_NAMESPACE` on a line of its own
  return isAloneOnLine(macro) && !(after !== undefined && "[{(,;".includes(after)) &&
    !matchesAt(CALL, text, nextSign(text, end));
}

/** Whether it is `DECLARE(int, a);` on a line of its own, after a statement or a comment. */
function isStatement({ text, start, end, hasArguments }: Macro): boolean {
  if (!hasArguments || text[nextBlankless(text, end)] !== ";" || !beginsLine(text, start)) return false;
  const before = lastSign(text, start);
  if (before < 0) return false;
  return ";{}/".includes(text[before]) || text.slice(text.lastIndexOf("\n", before) + 1, before).includes("//");
}

/** Whether the sign at `before` ends parameters: `)` or `) const`. */
function isAfterParameters(text: string, before: number): boolean {
  const sign = text.startsWith("const", before - 4) ? lastBlankless(text, before - 4) : before;
  return text[sign] === ")";
}

function isAloneOnLine({ text, start, end }: Macro): boolean {
  const next = nextBlankless(text, end);
  return beginsLine(text, start) && (next === text.length || text[next] === "\n");
}

/** Whether only blanks stand before `at` in its line. */
function beginsLine(text: string, at: number): boolean {
  return isAt(text, lastBlankless(text, at), "\n");
}

/** Whether the character at `at` is `sign`; the text begins and ends with a line break. */
function isAt(text: string, at: number, sign: string): boolean {
  return at < 0 ? sign === "\n" : text[at] === sign;
}

/** The word before `at` in its line, if blanks stand between. */
function wordBefore(text: string, at: number): string {
  const end = lastBlankless(text, at);
  return end === at - 1 ? "" : wordUntil(text, end);
}

/** The same, if blanks or stars stand between. */
function typeBefore(text: string, at: number): string {
  let end = at - 1;
  while (end >= 0 && " \t*".includes(text[end])) end--;
  return end === at - 1 ? "" : wordUntil(text, end);
}

/** The word that ends at `end`, if it has at most eight letters. */
function wordUntil(text: string, end: number): string {
  let start = end;
  while (start >= 0 && end - start < 9 && isWordSign(text.charCodeAt(start))) start--;
  return text.slice(start + 1, end + 1);
}

function isWordSign(code: number): boolean {
  return code >= 0x61 && code <= 0x7a || code >= 0x41 && code <= 0x5a || code >= 0x30 && code <= 0x39 || code === 0x5f;
}

/** The offset of the last character before `at` that is no space; -1 without one. */
function lastSign(text: string, at: number): number {
  let last = at - 1;
  while (last >= 0 && SPACES.includes(text[last])) last--;
  return last;
}

/** The offset of the next character from `at` on that is no space. */
function nextSign(text: string, at: number): number {
  while (at < text.length && SPACES.includes(text[at])) at++;
  return at;
}

/** The same within a line. */
function nextBlankless(text: string, at: number): number {
  while (at < text.length && " \t\r".includes(text[at])) at++;
  return at;
}

/** The offset of the last character before `at` that is no blank; -1 without one. */
function lastBlankless(text: string, at: number): number {
  let last = at - 1;
  while (last >= 0 && " \t".includes(text[last])) last--;
  return last;
}

function matchesAt(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}
