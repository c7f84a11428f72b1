/**
 * A damaged text as its grammar can read more of it: to most grammars, all after a quote or a bracket without its end is
 * one error.
 * @module
 */
import type { Clock, Operation } from "../task/operation.ts";

/** A comment, a literal, a quote that its line does not close, or a bracket. After `&` and `<` Rust has lifetimes. */
const TOKEN =
  /\/\/.*|#[ \t].*|\/\*[^]*?(?:\*\/|(?![^]))|"""[^]*?"""|(?:@\$?|\$@)"(?:[^"]|"")*"|(?<![&<])(["'])(?:(?!\1)[^\\\r\n]|\\.)*\1|["'()[\]{}]/g;

/** Languages in which a body ends without a bracket. */
const UNBRACED: ReadonlySet<string> = new Set(["bash", "python", "ruby"]);

/** What begins and ends a body of Ruby, if its line does not end it. */
const RUBY_BEGINS =
  /^[ \t]*(?:(?:class|module|if|unless|while|until|case|begin|for)\b|def\b(?![^\n]*=))(?!.*\bend\b)|\bdo(?:[ \t]*\|[^|\n]*\|)?[ \t]*$/gm;
const RUBY_ENDS = /^[ \t]*end\b/gm;

/** The text with spaces for quotes and brackets without an end, and with the ends of bodies that have none. */
export function* repaired(language: string, text: string, clock: Clock): Operation<string> {
  const open: number[] = [], units = text.split("");
  const blank = (at: number) => units[at] = " ";
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '"' || token === "'") blank(index);
    else if ("([{".includes(token)) open.push(index);
    else if (token === "}") {
      while (open.length > 0 && text[open[open.length - 1]] !== "{") blank(open.pop() ?? 0);
      open.pop();
    } else if (text[open.at(-1) ?? -1] === (token === ")" ? "(" : "[")) open.pop();
    if (clock.shouldYield()) yield;
  }
  const isBody = (at: number) => text[at] === "{" && !UNBRACED.has(language);
  open.filter((at) => !isBody(at)).forEach(blank);
  const unended = language === "ruby" ? countOf(RUBY_BEGINS, text) - countOf(RUBY_ENDS, text) : 0;
  const whole = units.join(""), end = whole.trimEnd().length;
  const ends = "}".repeat(open.filter(isBody).length) + "; end".repeat(Math.max(0, unended));
  return whole.slice(0, end) + ends + whole.slice(end);
}

function countOf(expression: RegExp, text: string): number {
  return text.match(expression)?.length ?? 0;
}
