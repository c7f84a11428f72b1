/**
 * A damaged text as its grammar can read more of it: to most grammars, all after a quote or a bracket without its end is
 * one error.
 * @module
 */
import type { Clock, Operation } from "../task/operation.ts";

/** A comment, a literal, which may lack its end, or a bracket. After `&` and `<` Rust has lifetimes. */
const TOKEN =
  /\/\/.*|#[ \t].*|\/\*[^]*?(?:\*\/|(?![^]))|"""[^]*?"""|(?:@\$?|\$@)"(?:[^"]|"")*"|(?<![&<])(["'])(?:(?!\1)[^\\\r\n]|\\.)*(\1)?|[()[\]{}]/g;
const BRACKET = /[()[\]{}]/g;

/** Languages in which a body ends without a bracket. */
const UNBRACED: ReadonlySet<string> = new Set(["bash", "python", "ruby"]);

/** With a preprocessor, whose branches may open a bracket twice: most of their texts with errors are not damaged. */
const UNREPAIRED: ReadonlySet<string> = new Set(["c", "cpp"]);

/** What begins and ends a body of Ruby, if its line does not end it. */
const RUBY_BEGINS =
  /^[ \t]*(?:(?:class|module|if|unless|while|until|case|begin|for)\b|def\b(?![^\n]*=))(?!.*\bend\b)|\bdo(?:[ \t]*\|[^|\n]*\|)?[ \t]*$/gm;
const RUBY_ENDS = /^[ \t]*end\b/gm;

/**
 * The text without its last line, if that was cut off, and without quotes and brackets that have no end; with the ends of
 * bodies that have none.
 */
export function* repaired(language: string, text: string, clock: Clock): Operation<string> {
  if (UNREPAIRED.has(language)) return text;
  const lines = text.slice(0, text.lastIndexOf("\n") + 1) || text, units = lines.split(""), open: number[] = [];
  let end = lines.trimEnd().length, bodyEnd = 0, braces = 0;
  const blank = (at: number) => units[at] = " ";
  for (const [token, index] of tokensOf(lines)) {
    if (token === '"' || token === "'") blank(index);
    else if ("([{".includes(token)) {
      open.push(index);
      if (token === "{") braces++;
    } else if (token === "}" && braces > 0) {
      while (text[open[open.length - 1]] !== "{") blank(open.pop() ?? 0);
      open.pop();
      braces--;
      bodyEnd = index;
    } else if (text[open.at(-1) ?? -1] === OPENS[token]) open.pop();
    else if (")]}".includes(token)) blank(index);
    else if (/^[/#]/.test(token) && index + token.length >= end) end = index;
    if (clock.shouldYield()) yield;
  }
  const isCut = (at: number) => !UNBRACED.has(language) && (text[at] === "{" || at > bodyEnd);
  open.filter((at) => !isCut(at)).forEach(blank);
  const unended = language === "ruby" ? countOf(RUBY_BEGINS, lines) - countOf(RUBY_ENDS, lines) : 0;
  const close = (at: number) => CLOSES[text[at]] + (/\btry[ \t]*$/.test(text.slice(at - 9, at)) ? "finally{}" : "");
  const ends = open.filter(isCut).reverse().map(close).join("").replace(/(?<=[)\]])(?=\})/, ";");
  return units.slice(0, end).join("") + ends + "; end".repeat(Math.max(0, unended));
}

/** The tokens, with their places. Of a literal without an end they are its quote and the brackets after that. */
function* tokensOf(text: string): Generator<readonly [token: string, index: number]> {
  for (const { 0: token, 1: quote, 2: end, index } of text.matchAll(TOKEN)) {
    if (quote === undefined || end !== undefined) yield [token, index];
    else {
      yield [quote, index];
      for (const bracket of token.matchAll(BRACKET)) yield [bracket[0], index + bracket.index];
    }
  }
}

const OPENS: Readonly<Record<string, string>> = { ")": "(", "]": "[" };
const CLOSES: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

function countOf(expression: RegExp, text: string): number {
  return text.match(expression)?.length ?? 0;
}
