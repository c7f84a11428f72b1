/**
 * Parses the patterns of a query: regular expressions, or plain text.
 * @module
 */
import { escapeRegex } from "../../model/escape.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError, valueOrFault } from "../../model/messages/tool_error.ts";
import { patternsOf, type Query } from "../../model/request.ts";
import { type Char, childrenOf, type Node } from "../regex/ast.ts";
import { isUppercase } from "../regex/char_sets.ts";
import { patternTooLarge } from "../regex/complexity_limits.ts";
import { findRequiredBreak } from "../regex/line_breaks.ts";
import { characterNumberAt, shortenedPattern } from "../regex/cursor.ts";
import { type ParsedPattern, parsePattern } from "../regex/parse.ts";
import { ignoresCase } from "../regex/smart_case.ts";
import { crlfToLf } from "../text/newlines.ts";

/**
 * The patterns of a query, in order. Groups are numbered through all of them.
 * @throws ToolError as `parseOne`; of a list, `entry` is the pattern's index
 */
export function parseQuery(query: Query): readonly Node[] {
  const patterns = patternsOf(query), roots: Node[] = [];
  checkLength(patterns.reduce((sum, { length }) => sum + length, 0));
  let groups = 0;
  for (const [entry, pattern] of patterns.entries()) {
    const { root } = patterns.length === 1 ? parseOne(query) : parseEntry({ ...query, pattern }, entry, groups);
    roots.push(root);
    groups = Math.max(groups, ...groupIndices(root));
  }
  return roots;
}

/** @throws ToolError `pattern_too_large` */
export function checkLength(units: number): void {
  if (units > LIMITS.patternChars) {
    throw patternTooLarge("characters", { size: units, most: LIMITS.patternChars });
  }
}

function parseEntry(query: Query, entry: number, groupsBefore: number): ParsedPattern {
  try {
    return parseOne(query, groupsBefore);
  } catch (error) {
    throw error instanceof ToolError ? new ToolError(error.key, { ...error.params, entry }) : error;
  }
}

/**
 * Parses one pattern. A raw line break in it (not an escape) stands for any line break: the text was pasted from some
 * file.
 * @param groupsBefore groups of the patterns before it
 * @throws ToolError `regex`, `regex_mended` or `regex_text`, `pattern_too_large`
 */
export function parseOne(
  { pattern, fixed, caseRule }: Pick<Query, "pattern" | "fixed" | "caseRule">,
  groupsBefore = 0,
): ParsedPattern {
  const parse = fixed ? parseLiteral : parsePattern, text = crlfToLf(pattern);
  try {
    const exact = parse(text, false, groupsBefore);
    return ignoresCase(caseRule, exact) ? parse(text, true, groupsBefore) : exact;
  } catch (error) {
    throw error instanceof ToolError && error.key === "regex" ? withMend(error, text) : error;
  }
}

/** The pattern that matches exactly `text`. */
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

/** @throws ToolError `newline_in_query`, if a pattern needs a line break */
export function checkLineBreaks(roots: readonly Node[], query: Query): void {
  for (const [i, pattern] of patternsOf(query).entries()) checkLineBreak(roots[i], pattern);
}

function checkLineBreak(root: Node, pattern: string): void {
  const index = findRequiredBreak(root);
  if (index === undefined) return;
  throw new ToolError("newline_in_query", {
    pattern: shortenedPattern(pattern),
    at: characterNumberAt(pattern, index),
  });
}

/** The numbers of a pattern's groups. */
function groupIndices(node: Node): number[] {
  const inside = childrenOf(node).flatMap(groupIndices);
  return node.type === "group" ? [node.index, ...inside] : inside;
}

/** Patterns with a group each, whose text is the value of a match. */
export interface ValueGroups {
  readonly roots: readonly Node[];
  /** The numbers of the groups to capture: these, and those that back-references need. */
  readonly captured: ReadonlySet<number>;
  /** The places of the value groups among the captured ones, from 1. */
  readonly places: readonly number[];
}

/**
 * The first group of each pattern; of a pattern without one, a group of the whole. Undefined if no pattern has a group:
 * then the matches are the values.
 */
export function valueGroupsOf(patterns: readonly Node[]): ValueGroups | undefined {
  const indices = patterns.map(groupIndices);
  if (indices.every(({ length }) => length === 0)) return undefined;
  const last = Math.max(...indices.flat());
  const values = indices.map((own, i) => own.length > 0 ? Math.min(...own) : last + 1 + i);
  const roots = patterns.map((body, i): Node =>
    indices[i].length > 0 ? body : { type: "group", index: values[i], body }
  );
  const captured = [...new Set([...values, ...patterns.flatMap(referredIndices)])].sort((a, b) => a - b);
  return { roots, captured: new Set(captured), places: values.map((index) => 1 + captured.indexOf(index)) };
}

/** The numbers of the groups that back-references use. */
function referredIndices(node: Node): number[] {
  return node.type === "back_reference" ? [node.index] : childrenOf(node).flatMap(referredIndices);
}

/** Brackets that are escaped at most. */
const MAX_BRACKETS = 8;

/** The error for an invalid query, with the query as it parses, or else the advice to search for plain text. */
function withMend({ params: { pattern, at, why } }: ToolError, query: string): ToolError {
  const params = { pattern, at, why }, mended = withBracketsEscaped(query);
  return mended === undefined
    ? new ToolError("regex_text", { ...params, escaped: escapeRegex(query) })
    : new ToolError("regex_mended", { ...params, mended });
}

/**
 * The pattern with each bracket escaped that keeps it from parsing; undefined if something else does.
 *
 * @example
 * ```ts
 * withBracketsEscaped("make_snapshot|Rate("); // "make_snapshot|Rate\\("
 * withBracketsEscaped("*.ts"); // undefined
 * ```
 */
export function withBracketsEscaped(pattern: string): string | undefined {
  let mended = pattern;
  for (let i = 0; i <= MAX_BRACKETS; i++) {
    const failure = failureOf(mended);
    if (failure === undefined) return mended;
    // `(?` is meant as syntax.
    if (!"()[]{}".includes(mended[failure] ?? "x") || mended.startsWith("(?", failure)) return undefined;
    mended = mended.slice(0, failure) + "\\" + mended.slice(failure);
  }
}

/** Where `pattern` does not parse, as a UTF-16 index; undefined if it does. */
function failureOf(pattern: string): number | undefined {
  const fault = valueOrFault(() => parsePattern(pattern, false));
  if (!(fault instanceof ToolError)) return undefined;
  return Array.from(pattern).slice(0, Number(fault.params.at) - 1).join("").length;
}
