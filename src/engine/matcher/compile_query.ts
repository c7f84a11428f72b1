/**
 * Makes the two expressions of a query.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { Query } from "../../model/request.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { crlfToLf } from "../text/crlf_to_lf.ts";
import type { Matcher } from "./matcher.ts";
import { canMatchEmpty, type Char, looksBehind, matchesAtTextStart, type Node } from "../regex/ast.ts";
import { characterNumberAt, firstCharacters, shortenedPattern } from "../regex/cursor.ts";
import { emitRegex, type RegexSource } from "../regex/emit.ts";
import { findRequiredBreak, matchesWithinLine } from "../regex/line_breaks.ts";
import { lineDfaOf } from "./line_dfa.ts";
import { decidingBytesOf } from "./deciding_bytes.ts";
import { relaxEdges } from "./relax_edges.ts";
import { requiredBytesOf } from "./required_bytes.ts";
import { isValidPattern, withMend } from "../regex/mend_pattern.ts";
import { type ParsedPattern, parsePattern } from "../regex/parse.ts";
import { requiredLiterals } from "./required_literals.ts";
import { namesCarriageReturn, withCrlfLineEnds } from "../regex/carriage_returns.ts";
import { checkComplexity, checkUnicodeTables, patternTooLarge } from "../regex/complexity_limits.ts";
import { hasCase, ignoresCase } from "../regex/smart_case.ts";
import { isUppercase } from "../regex/char_sets.ts";

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
  const byLine = matchesWithinLine(asWritten) || !query.multiline, seesReturns = namesCarriageReturn(asWritten);
  if (byLine) checkLineBreaks(asWritten, query);
  const root = seesReturns ? withCrlfLineEnds(asWritten, byLine) : asWritten;
  checkComplexity(root);
  const whole = query.word ? betweenWordEdges(root) : root;
  const inLine = query.word ? whole : relaxEdges(root);
  const literal = query.word ? undefined : literalOf(root);
  return {
    ...compilePair(whole, byLine),
    multiline: !byLine,
    keepsCrlf: seesReturns,
    searcherDiffers: byLine ? "never" : searcherDiffersOf(whole),
    requiredBytes: requiredBytesOf(root, byLine),
    decidingBytes: byLine ? decidingBytesOf(inLine) : {},
    lineDfa: lazily(() => byLine ? lineDfaOf(inLine) : undefined),
    ...literal && { literal },
    ...byLine && literal === undefined && !seesReturns &&
      { ...literalFinderOf(whole), ...!query.word && lineTestOf(root) },
  };
}

/**
 * Compiles an expression for names, in the same language and with smart case. A name is one line, whatever is in it.
 * @throws ToolError `regex`, `regex_mended` or `regex_text`, `pattern_too_large`
 */
export function compileNameRegex(pattern: string): RegExp {
  checkLength(pattern);
  const { root } = parseQuery({ pattern, fixed: false, caseRule: "smart" });
  checkComplexity(root);
  return compile(emitRegex(root, { unicode: true, byLine: true }), "\u0100");
}

/** Makes what it makes when it is first asked. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function checkLength(pattern: string): void {
  if (pattern.length <= LIMITS.patternChars) return;
  throw patternTooLarge("characters", { size: pattern.length, most: LIMITS.patternChars });
}

/** A line break that stands in the query itself, not as an escape, is any line break: it was pasted from some file. */
function parseQuery({ pattern, fixed, caseRule }: Pick<Query, "pattern" | "fixed" | "caseRule">): ParsedPattern {
  const parse = fixed ? parseLiteral : parsePattern, text = crlfToLf(pattern);
  try {
    const exact = parse(text, false);
    return ignoresCase(caseRule, exact) ? parse(text, true) : exact;
  } catch (error) {
    throw error instanceof ToolError && error.key === "regex" ? withMend(error, text) : error;
  }
}

function checkLineBreaks(root: Node, query: Query): void {
  const index = findRequiredBreak(root);
  if (index === undefined) return;
  const said = { pattern: shortenedPattern(query.pattern), at: characterNumberAt(query.pattern, index) },
    line = longestUsableLine(query);
  throw line === undefined
    ? new ToolError("newline_alone", said)
    : new ToolError("newline_in_query", { ...said, line });
}

/** The longest part of a query that has no line break in it and is a query, or the beginning of a text. */
function longestUsableLine({ pattern, fixed }: Pick<Query, "pattern" | "fixed">): string | undefined {
  const lines = pattern.split(fixed ? /\r?\n/ : /(?:\\r\??)?\\n|\r?\n/).map((line) =>
    fixed ? firstCharacters(line, MAX_LINE_CHARS) : line
  );
  const usable = lines.filter((line) =>
    /[\p{L}\p{N}]/u.test(line) && line.length <= MAX_LINE_CHARS && (fixed || isSingleLine(line))
  );
  return usable.sort((a, b) => b.length - a.length)[0];
}

/** Whether an expression is whole, and asks for no line break. */
function isSingleLine(pattern: string): boolean {
  return !/^\||\|$/.test(pattern) && isValidPattern(pattern) &&
    findRequiredBreak(parsePattern(pattern, false).root) === undefined;
}

/** Characters of a line that a call has. */
const MAX_LINE_CHARS = 1000;

function searcherDiffersOf(whole: Node): Matcher["searcherDiffers"] {
  if (matchesAtTextStart(whole)) return "everywhere";
  return looksBehind(whole) || canMatchEmpty(whole) ? "somewhere" : "never";
}

/** ripgrep's -w: no word character right before or right behind; the match itself may be anything. */
function betweenWordEdges(root: Node): Node {
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
function compilePair(root: Node, byLine: boolean): Pick<Matcher, "ascii" | "unicode"> {
  return {
    ascii: compile(emitRegex(root, { unicode: false, byLine }), ""),
    unicode: compile(emitRegex(root, { unicode: true, byLine }), "\u0100"),
  };
}

/** The quicker pair for finding lines, where there is one. */
function lineTestOf(root: Node): Pick<Matcher, "lineTest"> {
  const loose = relaxEdges(root);
  return emittedText(loose) === emittedText(root) ? {} : { lineTest: compilePair(loose, true) };
}

function emittedText(root: Node): string {
  return emitRegex(root, { unicode: false, byLine: true }).text;
}

/** Finds what every match of `root` needs, if that is worth looking for first. */
function literalFinderOf(root: Node): Pick<Matcher, "literalFinder" | "maxMatchUnits"> {
  const required = requiredLiterals(root);
  if (required === undefined) return {};
  const source = required.map(({ text }) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const finder = new RegExp(source, required.some(({ fold }) => fold) ? "giu" : "gu"), reach = maxMatchUnitsOf(root);
  return reach < Infinity ? { literalFinder: finder, maxMatchUnits: reach } : { literalFinder: finder };
}

/** Sources up to this many characters never come near V8's own bounds. */
const MAX_UNTRIED_UNITS = 1000;

/** @param subject what V8 takes this expression's subjects for: bytes, or more */
function compile({ text, flags, unicodeTables: tables }: RegexSource, subject: string): RegExp {
  checkUnicodeTables(tables);
  try {
    if (text.length > MAX_UNTRIED_UNITS) compileEagerly(text, flags, subject);
    return new RegExp(text, flags);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw patternTooLarge("no_room");
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
function compileEagerly(text: string, flags: string, subject: string): void {
  new RegExp(LITERAL.test(text) ? text : `~${text}`, flags).test(subject);
}

/** The pattern that matches `text` and nothing else. */
export function parseLiteral(text: string, fold: boolean): ParsedPattern {
  const parts: Char[] = [];
  let at = 0;
  for (const char of text) {
    parts.push({ type: "char", code: char.codePointAt(0) ?? 0, fold, at });
    at += char.length;
  }
  return {
    root: { type: "sequence", parts },
    hasLiteral: at > 0,
    hasUpper: parts.some(({ code }) => isUppercase(code)),
  };
}

/**
 * The UTF-16 units that a match of `node` takes at most; Infinity where there is no bound, or where what lies around a
 * match has a say in it.
 */
function maxMatchUnitsOf(node: Node): number {
  switch (node.type) {
    case "char":
    case "set":
      return 2;
    case "edge":
    case "look":
    case "back":
      return Infinity;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + maxMatchUnitsOf(part), 0);
    case "either":
      return Math.max(0, ...node.branches.map(maxMatchUnitsOf));
    case "repeat":
      return node.max === 0 ? 0 : node.max * maxMatchUnitsOf(node.body);
    case "group":
      return maxMatchUnitsOf(node.body);
  }
}
