/**
 * Compiles a query to a matcher.
 * @module
 */
import { escapeRegex } from "../../model/escape.ts";
import type { Query } from "../../model/request.ts";
import {
  canMatchEmpty,
  type Char,
  childrenOf,
  looksBehind,
  mapChildren,
  matchesAtTextStart,
  type Node,
  type Repeat,
} from "../regex/ast.ts";
import { checkComplexity, checkUnicodeTables, patternTooLarge } from "../regex/complexity_limits.ts";
import { matchesWithinLine, namesCarriageReturn, withCrlfLineEnds } from "../regex/crlf_line_ends.ts";
import { emitRegex, type RegexSource } from "../regex/emit.ts";
import { foldsLetters, hasCase } from "../regex/smart_case.ts";
import type { Side } from "../regex/word_boundaries.ts";
import { decidingBytesOf } from "./deciding_bytes.ts";
import { lineDfaOf } from "./line_dfa.ts";
import type { ExpressionPair, Matcher, OnePattern, ValueExpressions } from "./matcher.ts";
import { checkLength, checkLineBreaks, parseOne, parseQuery, type ValueGroups, valueGroupsOf } from "./parse_query.ts";
import { requiredBytesOf } from "./required_bytes.ts";
import { requiredLiterals } from "./required_literals.ts";

/**
 * Compiles a query: JavaScript expressions that match what ripgrep 15 matches.
 * @throws ToolError `regex`, `regex_mended` or `regex_text` (does not parse), `newline_in_query` (a
 * line-by-line search of a pattern that needs a line break), `pattern_too_large`; of a list, `entry` is the index of the
 * pattern that does not parse
 *
 * @example
 * ```ts
 * const { ascii } = compileQuery({ pattern: "foo.*", fixed: false, word: false, caseRule: "smart", multiline: false });
 * "a Foo bar\nb".match(ascii)?.slice(); // ["Foo bar"]
 * ```
 */
export function compileQuery(query: Query): Matcher {
  const patterns = parseQuery(query), asWritten = anyOf(patterns);
  const byLine = matchesWithinLine(asWritten) || !query.multiline, keepsCrlf = namesCarriageReturn(asWritten);
  if (byLine) checkLineBreaks(patterns, query);
  const prepare = (node: Node) => keepsCrlf ? withCrlfLineEnds(node, byLine) : node;
  const finish = (node: Node) => query.word ? betweenWordEdges(node) : node;
  const root = prepare(asWritten), whole = finish(root);
  checkComplexity(root);
  const sorted = prepare(anyOf(foldingLast(patterns))), relaxed = query.word ? finish(sorted) : relaxEdges(sorted);
  const literal = query.word ? undefined : literalOf(root);
  return {
    ...compilePair(whole, byLine),
    multiline: !byLine,
    keepsCrlf,
    searcherDiffers: byLine ? "never" : searcherDiffersOf(whole),
    requiredBytes: requiredBytesOf(root, byLine),
    decidingBytes: byLine ? decidingBytesOf(relaxed) : {},
    lineDfa: lazily(() => byLine ? lineDfaOf(relaxed) : undefined),
    valueExpressions: lazily(() =>
      valueExpressionsOf(valueGroupsOf(patterns), (node) => finish(prepare(node)), byLine)
    ),
    eachPattern: lazily(() => patterns.map((node) => onePattern(finish(prepare(node)), byLine, query.word))),
    ...literal && { literal },
    ...byLine && literal === undefined && !keepsCrlf && { ...literalFinderOf(whole), ...lineTestOf(whole, relaxed) },
  };
}

/** A pattern that matches what one of several matches; the first that matches at a place wins. */
function anyOf(patterns: readonly Node[]): Node {
  return patterns.length === 1 ? patterns[0] : { type: "alternation", branches: patterns };
}

/** Patterns whose letters fold come last: V8 matches alternatives of one kind, one after the other, much faster. */
function foldingLast(patterns: readonly Node[]): readonly Node[] {
  return patterns.toSorted((a, b) => Number(foldsLetters(a)) - Number(foldsLetters(b)));
}

/** The expressions that capture the values, if there are groups. */
function valueExpressionsOf(
  values: ValueGroups | undefined,
  prepare: (node: Node) => Node,
  byLine: boolean,
): ValueExpressions | undefined {
  return values && { ...compilePair(prepare(anyOf(values.roots)), byLine, values.captured), places: values.places };
}

function onePattern(whole: Node, byLine: boolean, isWord: boolean): OnePattern {
  const literals = requiredLiterals(whole, 1), isLiteral = !isWord && literalOf(whole) !== undefined;
  return { ...compilePair(whole, byLine), ...literals && { literals }, isLiteral };
}

/**
 * Compiles an expression for file names: the same language, smart case. A name counts as one line, whatever it
 * contains.
 * @throws ToolError `regex`, `regex_mended` or `regex_text`, `pattern_too_large`
 */
export function compileNameRegex(pattern: string): RegExp {
  checkLength(pattern.length);
  const { root } = parseOne({ pattern, fixed: false, caseRule: "smart" });
  checkComplexity(root);
  return compile(emitRegex(root, { unicode: true, byLine: true }), "\u0100");
}

/** Defers `make` to the first call and caches its result. */
function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function searcherDiffersOf(whole: Node): Matcher["searcherDiffers"] {
  if (matchesAtTextStart(whole)) return "everywhere";
  return looksBehind(whole) || canMatchEmpty(whole) ? "somewhere" : "never";
}

/** ripgrep's -w: no word character directly before or after the match, which itself may be anything. */
function betweenWordEdges(root: Node): Node {
  return {
    type: "sequence",
    parts: [{ type: "assertion", kind: "word_start_half" }, root, { type: "assertion", kind: "word_end_half" }],
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

/** Compiles the expressions for pure ASCII and for any subject. */
function compilePair(root: Node, byLine: boolean, captured?: ReadonlySet<number>): ExpressionPair {
  return {
    ascii: compile(emitRegex(root, { unicode: false, byLine }, captured), ""),
    unicode: compile(emitRegex(root, { unicode: true, byLine }, captured), "\u0100"),
  };
}

/** Faster expressions for finding matching lines, if they differ. */
function lineTestOf(whole: Node, relaxed: Node): Pick<Matcher, "lineTest"> {
  return emittedText(relaxed) === emittedText(whole) ? {} : { lineTest: compilePair(relaxed, true) };
}

function emittedText(root: Node): string {
  return emitRegex(root, { unicode: false, byLine: true }).text;
}

/** An expression for literals that every match contains, if searching for them first pays. */
function literalFinderOf(root: Node): Pick<Matcher, "literalFinder" | "maxMatchUnits"> {
  const required = requiredLiterals(root);
  if (required === undefined) return {};
  const source = required.map(({ text }) => escapeRegex(text)).join("|");
  const literalFinder = new RegExp(source, required.some(({ fold }) => fold) ? "giu" : "gu");
  const maxMatchUnits = maxMatchUnitsOf(root);
  return maxMatchUnits < Infinity ? { literalFinder, maxMatchUnits } : { literalFinder };
}

/** Sources of up to this many UTF-16 units stay well within V8's limits. */
const MAX_UNTRIED_UNITS = 1000;

/** @param subject a character that makes V8 compile for the expression's subjects: one byte a character, or two */
function compile({ text, flags, unicodeTables }: RegexSource, subject: string): RegExp {
  checkUnicodeTables(unicodeTables);
  try {
    if (text.length > MAX_UNTRIED_UNITS) compileEagerly(text, flags, subject);
    return new RegExp(text, flags);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) throw patternTooLarge("no_room");
    throw error;
  }
}

/** Matches sources of plain characters, escaped or not. */
const LITERAL = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w])+$/u;

/**
 * Makes V8 compile the expression, so that it fails here and not during a search. V8 parses an expression when it is
 * made, but compiles it at its first use. The `~` keeps the trial from running the pattern itself. A literal is tried
 * as it is: it can't run away, and its first characters decide whether V8 compiles or compares it.
 */
function compileEagerly(text: string, flags: string, subject: string): void {
  new RegExp(LITERAL.test(text) ? text : `~${text}`, flags).test(subject);
}

/**
 * The most UTF-16 units that a match of `node` takes; Infinity if there is no bound, or if the text around a match
 * decides whether it is one.
 */
function maxMatchUnitsOf(node: Node): number {
  switch (node.type) {
    case "char":
    case "class":
      return 2;
    case "assertion":
    case "look_around":
    case "back_reference":
      return Infinity;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + maxMatchUnitsOf(part), 0);
    case "alternation":
      return Math.max(0, ...node.branches.map(maxMatchUnitsOf));
    case "repeat":
      return node.max === 0 ? 0 : node.max * maxMatchUnitsOf(node.body);
    case "group":
      return maxMatchUnitsOf(node.body);
  }
}

/**
 * A pattern that has a match in a text exactly if `root` has one. A repeat at the very beginning or end is reduced to
 * its minimum. `\w+Error` and `\wError` match in the same lines, but the first tries every start in every word.
 */
function relaxEdges(root: Node): Node {
  return hasBackReference(root) ? root : relaxedAt(relaxedAt(root, "first"), "last");
}

function relaxedAt(node: Node, side: Side): Node {
  switch (node.type) {
    case "sequence":
      return { ...node, parts: relaxedParts(node.parts, side) };
    case "alternation":
    case "group":
      return mapChildren(node, (child) => relaxedAt(child, side));
    case "repeat":
      return isOfOneCharacter(node) ? { ...node, max: node.min, lazy: false } : node;
    default:
      return node;
  }
}

/** A part that is now empty is dropped, and its neighbour is relaxed. */
function relaxedParts(parts: readonly Node[], side: Side): readonly Node[] {
  const rest = [...parts];
  for (;;) {
    const at = side === "first" ? 0 : rest.length - 1;
    const part = rest[at];
    if (part === undefined) return rest;
    const relaxed = relaxedAt(part, side);
    if (relaxed.type !== "repeat" || relaxed.max > 0) return rest.with(at, relaxed);
    rest.splice(at, 1);
  }
}

function isOfOneCharacter({ body }: Repeat): boolean {
  return body.type === "char" || body.type === "class";
}

function hasBackReference(node: Node): boolean {
  return node.type === "back_reference" || childrenOf(node).some(hasBackReference);
}
