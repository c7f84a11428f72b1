/**
 * Makes the two expressions of a query.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Query } from "../../model/request.ts";
import { ToolError } from "../../model/tool_error.ts";
import { crlfToLf } from "../crlf_to_lf.ts";
import type { Matcher } from "../matcher.ts";
import { canBeEmpty, type Char, looksBack, matchesAtStart, type Node } from "./ast.ts";
import { beginning, numberAt, shortened } from "./cursor.ts";
import { emit, type Source } from "./emit.ts";
import { breakNeeded, isLineSafe } from "./line_breaks.ts";
import { lineAutomatonOf } from "./line_automaton.ts";
import { lineNeedlesOf } from "./line_needles.ts";
import { loosen } from "./loosen.ts";
import { needlesOf } from "./needles.ts";
import { isPattern, mendable } from "./mend_pattern.ts";
import { parsePattern, type Pattern } from "./parse.ts";
import { requiredIn } from "./required.ts";
import { besideCrlf, namesReturn } from "./returns.ts";
import { checkSize, checkTables, tooLarge } from "./size.ts";
import { hasCase, ignoresCase } from "./smart_case.ts";
import { isUpper } from "./sets.ts";

/**
 * Compiles a query: what ripgrep 15 would match with it, in JavaScript's syntax.
 * @throws ToolError `regex`, `regex_mended` or `regex_text` (does not parse), `newline_in_query` or `newline_alone` (needs a line
 * break, line by line), `pattern_too_large`
 *
 * @example
 * ```ts
 * const { ascii } = compileQuery({ pattern: "foo.*", fixed: false, word: false, caseRule: "smart", multiline: false });
 * "a Foo bar\nb".match(ascii)?.slice(); // ["Foo bar"]
 * ```
 */
export function compileQuery(query: Query): Matcher {
  checkLength(query.pattern);
  const { root: asWritten } = parseQuery(query);
  const byLine = isLineSafe(asWritten) || !query.multiline, seesReturns = namesReturn(asWritten);
  if (byLine) checkBreaks(asWritten, query);
  const root = seesReturns ? besideCrlf(asWritten, byLine) : asWritten;
  checkSize(root);
  const whole = query.word ? asWord(root) : root;
  const inLine = query.word ? whole : loosen(root);
  const literal = query.word ? undefined : literalOf(root);
  return {
    ...pair(whole, byLine),
    multiline: !byLine,
    seesReturns,
    strays: byLine ? "never" : straysOf(whole),
    needles: needlesOf(root, byLine),
    lineNeedles: byLine ? lineNeedlesOf(inLine) : {},
    lineAutomaton: once(() => byLine ? lineAutomatonOf(inLine) : undefined),
    ...literal && { literal },
    ...byLine && literal === undefined && !seesReturns &&
      { ...finderOf(whole), ...!query.word && inLineOf(root) },
  };
}

/**
 * Compiles an expression for names, in the same language and with smart case. A name is one line, whatever is in it.
 * @throws ToolError `regex`, `regex_mended` or `regex_text`, `pattern_too_large`
 */
export function compileName(pattern: string): RegExp {
  checkLength(pattern);
  const { root } = parseQuery({ pattern, fixed: false, caseRule: "smart" });
  checkSize(root);
  return compile(emit(root, { unicode: true, byLine: true }), "\u0100");
}

/** Makes what it makes when it is first asked. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function checkLength(pattern: string): void {
  if (pattern.length <= LIMITS.patternChars) return;
  throw tooLarge("characters", { size: pattern.length, most: LIMITS.patternChars });
}

/** A line break that stands in the query itself, not as an escape, is any line break: it was pasted from some file. */
function parseQuery({ pattern, fixed, caseRule }: Pick<Query, "pattern" | "fixed" | "caseRule">): Pattern {
  const parse = fixed ? parseLiteral : parsePattern, text = crlfToLf(pattern);
  try {
    const exact = parse(text, false);
    return ignoresCase(caseRule, exact) ? parse(text, true) : exact;
  } catch (error) {
    throw error instanceof ToolError && error.key === "regex" ? mendable(error, text) : error;
  }
}

function checkBreaks(root: Node, query: Query): void {
  const index = breakNeeded(root);
  if (index === undefined) return;
  const said = { pattern: shortened(query.pattern), at: numberAt(query.pattern, index) }, line = longestLine(query);
  throw line === undefined
    ? new ToolError("newline_alone", said)
    : new ToolError("newline_in_query", { ...said, line });
}

/** The longest part of a query that has no line break in it and is a query, or the beginning of a text. */
function longestLine({ pattern, fixed }: Pick<Query, "pattern" | "fixed">): string | undefined {
  const lines = pattern.split(fixed ? /\r?\n/ : /(?:\\r\??)?\\n|\r?\n/).map((line) =>
    fixed ? beginning(line, LINE) : line
  );
  const usable = lines.filter((line) =>
    /[\p{L}\p{N}]/u.test(line) && line.length <= LINE && (fixed || isOfOneLine(line))
  );
  return usable.sort((a, b) => b.length - a.length)[0];
}

/** Whether an expression is whole, and asks for no line break. */
function isOfOneLine(pattern: string): boolean {
  return !/^\||\|$/.test(pattern) && isPattern(pattern) && breakNeeded(parsePattern(pattern, false).root) === undefined;
}

/** Characters of a line that a call has. */
const LINE = 1000;

function straysOf(whole: Node): Matcher["strays"] {
  if (matchesAtStart(whole)) return "everywhere";
  return looksBack(whole) || canBeEmpty(whole) ? "somewhere" : "never";
}

/** ripgrep's -w: no word character right before or right behind; the match itself may be anything. */
function asWord(root: Node): Node {
  return {
    type: "sequence",
    parts: [{ type: "edge", kind: "word_start_half" }, root, { type: "edge", kind: "word_end_half" }],
  };
}

function literalOf(root: Node): Matcher["literal"] {
  const parts = root.type === "sequence" ? root.parts : [root];
  if (parts.length === 0 || !parts.every((part) => part.type === "char")) return undefined;
  const cased: readonly Char[] = parts.filter(hasCase);
  const ignoreCase = cased.some((part) => part.fold);
  if (ignoreCase && cased.some((part) => !part.fold)) return undefined;
  return { text: parts.map((part) => String.fromCodePoint(part.code)).join(""), ignoreCase };
}

/** The expressions for pure ASCII and for any subject. */
function pair(root: Node, byLine: boolean): Pick<Matcher, "ascii" | "unicode"> {
  return {
    ascii: compile(emit(root, { unicode: false, byLine }), ""),
    unicode: compile(emit(root, { unicode: true, byLine }), "\u0100"),
  };
}

/** The quicker pair for finding lines, where there is one. */
function inLineOf(root: Node): Pick<Matcher, "inLine"> {
  const loose = loosen(root);
  return sourceOf(loose) === sourceOf(root) ? {} : { inLine: pair(loose, true) };
}

function sourceOf(root: Node): string {
  return emit(root, { unicode: false, byLine: true }).text;
}

/** Finds what every match of `root` needs, if that is worth looking for first. */
function finderOf(root: Node): Pick<Matcher, "finder" | "reach"> {
  const required = requiredIn(root);
  if (required === undefined) return {};
  const source = required.map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const finder = new RegExp(source, required.some(({ fold }) => fold) ? "giu" : "gu"), reach = reachOf(root);
  return reach < Infinity ? { finder, reach } : { finder };
}

/** Sources up to this many characters never come near V8's own bounds. */
const SURELY_FITS = 1000;

/** @param subject what V8 takes this expression's subjects for: bytes, or more */
function compile({ text, flags, tables }: Source, subject: string): RegExp {
  checkTables(tables);
  try {
    if (text.length > SURELY_FITS) tryOut(text, flags, subject);
    return new RegExp(text, flags);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw tooLarge("no_room");
    throw error;
  }
}

/** Characters that stand for themselves, escaped or not. */
const LITERAL = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w])+$/u;

/**
 * V8 parses an expression when it is made, but compiles it when it is first used; a search is no place
 * to find out. The character in front keeps the trial from running into the pattern itself. A literal can't run away;
 * whether V8 compiles it at all, or compares, hangs on its first characters.
 */
function tryOut(text: string, flags: string, subject: string): void {
  new RegExp(LITERAL.test(text) ? text : `~${text}`, flags).test(subject);
}

/** The pattern that matches `text` and nothing else. */
export function parseLiteral(text: string, fold: boolean): Pattern {
  const parts: Char[] = [];
  let at = 0;
  for (const char of text) {
    parts.push({ type: "char", code: char.codePointAt(0) ?? 0, fold, at });
    at += char.length;
  }
  return { root: { type: "sequence", parts }, hasLiteral: at > 0, hasUpper: parts.some(({ code }) => isUpper(code)) };
}

/**
 * The UTF-16 units that a match of `node` takes at most; Infinity where there is no bound, or where what lies around a
 * match has a say in it.
 */
function reachOf(node: Node): number {
  switch (node.type) {
    case "char":
    case "set":
      return 2;
    case "edge":
    case "look":
    case "back":
      return Infinity;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + reachOf(part), 0);
    case "either":
      return Math.max(0, ...node.branches.map(reachOf));
    case "repeat":
      return node.max === 0 ? 0 : node.max * reachOf(node.body);
    case "group":
      return reachOf(node.body);
  }
}
