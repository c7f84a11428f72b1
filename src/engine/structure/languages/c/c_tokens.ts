/**
 * Finds brackets and lines of the preprocessor in C and C++, in linear time.
 * @module
 */

/** A part of a text. */
export type Part = readonly [start: number, end: number];

/** A bracket, or a line of the preprocessor with the lines that continue it. */
export interface CToken {
  readonly kind: "open" | "close" | "directive";
  readonly start: number;
  readonly end: number;
}

/** Where a token, a comment or a literal begins. */
const BEGIN = /[(){}[\]"']|\/[/*]|^[ \t]*#/gm;
/** The rest of a literal. One that is not closed ends with its line. */
const IN_STRING = /(?:[^"\\\n]+|\\[^])*"?/y, IN_CHARACTER = /(?:[^'\\\n]+|\\[^])*'?/y;
/** A line of the preprocessor up to a comment, and on where a backslash continues it. */
const IN_DIRECTIVE = /(?:[^\n\\/]+|\\\r?\n|\\|\/(?!\*))*/y;
const RAW_STRING = /"([^()\\\s"]{0,16})\(/y;
/** `1'000` is a number. */
const SEPARATOR = /[0-9A-Fa-f]'(?=[0-9A-Fa-f])/y;

/** The tokens of a text in order. Those in comments and literals are none. */
export function* cTokens(text: string): Generator<CToken> {
  let at = 0;
  for (;;) {
    BEGIN.lastIndex = at;
    const begin = BEGIN.exec(text);
    if (begin === null) return;
    const [word] = begin, start = begin.index;
    at = endOf(text, word, start);
    const kind = kindOf(word);
    if (kind !== undefined) yield { kind, start, end: at };
  }
}

/** Undefined for a comment or a literal. */
function kindOf(begin: string): CToken["kind"] | undefined {
  if (begin.endsWith("#")) return "directive";
  if ("([{".includes(begin)) return "open";
  return ")]}".includes(begin) ? "close" : undefined;
}

/** Where that ends which begins with `word`. */
function endOf(text: string, word: string, start: number): number {
  const end = start + word.length;
  if (word === "/*") return after(text, "*/", end);
  if (word === "//") return after(text, "\n", end);
  if (word === '"') return endOfString(text, start);
  if (word === "'") return matchEnd(SEPARATOR, text, start - 1) ?? matchEnd(IN_CHARACTER, text, end) ?? end;
  return word.endsWith("#") ? endOfDirective(text, end) : end;
}

function endOfString(text: string, start: number): number {
  RAW_STRING.lastIndex = start;
  const raw = text[start - 1] === "R" ? RAW_STRING.exec(text) : null;
  return raw === null
    ? matchEnd(IN_STRING, text, start + 1) ?? start + 1
    : after(text, `)${raw[1]}"`, start + raw[0].length);
}

function endOfDirective(text: string, from: number): number {
  let end = from;
  for (;;) {
    end = matchEnd(IN_DIRECTIVE, text, end) ?? end;
    if (!text.startsWith("/*", end)) return end;
    end = after(text, "*/", end + 2);
  }
}

function after(text: string, closing: string, from: number): number {
  const at = text.indexOf(closing, from);
  return at < 0 ? text.length : at + closing.length;
}

function matchEnd(sticky: RegExp, text: string, at: number): number | undefined {
  sticky.lastIndex = Math.max(0, at);
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
