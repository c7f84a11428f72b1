/**
 * Makes C and C++ fit for a grammar that does not run the preprocessor. `#if` around half a statement, comments in macros
 * and `API int f(void)` confuse the parser, at worst up to the end of the file.
 * @module
 */
import { attributesIn, type Part } from "./attributes.ts";

/**
 * The text with spaces for what is neither a declaration nor a body:
 * - conditions of the preprocessor;
 * - branches of `#if 0`, and those that would open a bracket a second time;
 * - bodies of macros with comments, and macros used as attributes. The rest keeps its offset.
 */
export function withoutPreprocessor(text: string): string {
  const branches = new Branches(text);
  for (const { kind, start, end } of cTokens(text)) {
    if (kind === "directive") branches.directive(start, end);
    else if (kind === "open") branches.bracket(1);
    else if (kind === "close") branches.bracket(-1);
  }
  const plain = blank(text, branches.parts);
  return blank(plain, attributesIn(plain));
}

/** An `#if` that is open, with the number of brackets that were open before it. */
interface Conditional {
  readonly depth: number;
}

/** Finds the parts of a text that become spaces. */
class Branches {
  readonly parts: Part[] = [];
  readonly #text: string;
  readonly #open: Conditional[] = [];
  #depth = 0;
  /** The conditional of which a branch is left out, and where that begins. */
  #leftOut: { readonly of: Conditional; readonly from: number } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  bracket(change: number) {
    if (this.#leftOut === undefined) this.#depth += change;
  }

  directive(start: number, end: number) {
    const line = this.#text.slice(start, end), word = /[a-z]+/.exec(line)?.[0] ?? "";
    if (word === "define") return void this.parts.push(...macroBody(line, start));
    this.parts.push([start, end]);
    if (word.startsWith("if")) this.#if(line, end);
    else if (word.startsWith("el")) this.#else(start, end);
    else if (word === "endif" && this.#open.pop() === this.#leftOut?.of) this.#goOn(start);
  }

  #if(line: string, end: number) {
    const conditional = { depth: this.#depth };
    this.#open.push(conditional);
    if (/#[ \t]*if[ \t]+0\b/.test(line)) this.#leaveOut(conditional, end);
  }

  /** Leaves out the next branch if the one before it opened or closed a bracket. */
  #else(start: number, end: number) {
    const conditional = this.#open.at(-1);
    if (conditional === undefined) return;
    if (conditional.depth !== this.#depth) this.#leaveOut(conditional, end);
    else if (this.#leftOut?.of === conditional) this.#goOn(start);
  }

  #leaveOut(of: Conditional, from: number) {
    this.#leftOut ??= { of, from };
  }

  #goOn(at: number) {
    if (this.#leftOut !== undefined) this.parts.push([this.#leftOut.from, at]);
    this.#leftOut = undefined;
  }
}

/** The rest of a macro of several lines from its first comment on: to the grammar the macro would end there. */
function macroBody(line: string, at: number): Part[] {
  const comment = line.includes("\n") ? line.search(/\/[*/]/) : -1;
  return comment < 0 ? [] : [[at + comment, at + line.length]];
}

/** The text with spaces for the parts. Line breaks, and the backslashes before them, stay. */
function blank(text: string, parts: readonly Part[]): string {
  const inOrder = parts.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  let out = "", from = 0;
  for (const [start, end] of inOrder) {
    if (start < from) continue;
    out += text.slice(from, start) + spaces(text.slice(start, end));
    from = end;
  }
  return out + text.slice(from);
}

function spaces(text: string): string {
  return text.replaceAll(/[^\r\n\\]|\\(?!\r?\n)/g, " ");
}

/** A bracket, or a line of the preprocessor with the lines that continue it. */
interface CToken {
  readonly kind: "open" | "close" | "directive";
  readonly start: number;
  readonly end: number;
}

/** Where a token, a comment or a literal begins. */
const BEGIN = /[(){}[\]"']|\/[/*]|^[ \t]*#/gm;
/** The rest of a literal. One that is not closed ends with its line. */
const IN_STRING = /[^"\\\n]*(?:\\[^][^"\\\n]*)*"?/y, IN_CHARACTER = /[^'\\\n]*(?:\\[^][^'\\\n]*)*'?/y;
/** A line of the preprocessor up to a comment, and on where a backslash continues it. */
const IN_DIRECTIVE = /(?:[^\n\\/]+|\\\r?\n|\\|\/(?!\*))*/y;
const RAW_STRING = /"([^()\\\s"]{0,16})\(/y;
/** `1'000` is a number. */
const SEPARATOR = /[0-9A-Fa-f]'(?=[0-9A-Fa-f])/y;

/** The tokens of a text in order. Those in comments and literals are none. */
function* cTokens(text: string): Generator<CToken> {
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
