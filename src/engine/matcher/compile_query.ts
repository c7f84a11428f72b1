/**
 * Compiles a query to a matcher.
 * @module
 */
import type { Query } from "../../model/request.ts";
import { canMatchEmpty, type Char, looksBehind, matchesAtTextStart, type Node } from "../regex/ast.ts";
import { checkComplexity, checkUnicodeTables, patternTooLarge } from "../regex/complexity_limits.ts";
import { emitRegex, type LineRules, type RegexSource } from "../regex/emit.ts";
import { matchesWithinLine, namesCarriageReturn } from "../regex/line_breaks.ts";
import { hasCase } from "../regex/smart_case.ts";
import { lineDfaOf } from "./line_dfa.ts";
import type { ExpressionPair, Matcher } from "./matcher.ts";
import { checkLength, checkLineBreaks, parseOne, parseQuery, valueGroupsOf } from "./parse_query.ts";
import { requiredBytesOf } from "./required_bytes.ts";

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
  const patterns = parseQuery(query), root = anyOf(patterns);
  const lines = { byLine: matchesWithinLine(root) || !query.multiline, keepsCrlf: namesCarriageReturn(root) };
  const { byLine, keepsCrlf } = lines;
  if (byLine) checkLineBreaks(patterns, query);
  checkComplexity(root, keepsCrlf);
  const finish = (node: Node) => query.word ? betweenWordEdges(node) : node, whole = finish(root);
  return {
    ...compilePair(whole, lines),
    multiline: !byLine,
    keepsCrlf,
    searcherDiffers: byLine ? "never" : searcherDiffersOf(whole),
    requiredBytes: requiredBytesOf(whole, lines),
    lineDfa: lazily(() => byLine && !keepsCrlf ? lineDfaOf(whole) : undefined),
    isLiteral: !query.word && isPlainText(root),
    valueExpressions: lazily(() => {
      const values = valueGroupsOf(patterns);
      return values && {
        ...compilePair(finish(anyOf(values.roots)), lines, values.captured),
        places: values.places,
      };
    }),
    patternGroups: groupsOf(patterns).map((group) =>
      lazily(() => {
        const [any, ...each] = [anyOf(group), ...group].map((node) => compilePair(finish(node), lines));
        return { any, each };
      })
    ),
  };
}

/** Patterns of a list that are tried together before each by itself. */
const GROUP_PATTERNS = 32;

function groupsOf(patterns: readonly Node[]): readonly (readonly Node[])[] {
  const count = Math.ceil(patterns.length / GROUP_PATTERNS);
  return Array.from({ length: count }, (_, i) => patterns.slice(i * GROUP_PATTERNS, (i + 1) * GROUP_PATTERNS));
}

/** A pattern that matches what one of several matches; the first that matches at a place wins. */
function anyOf(patterns: readonly Node[]): Node {
  return patterns.length === 1 ? patterns[0] : { type: "alternation", branches: patterns };
}

/**
 * Compiles an expression for file names: the same language, smart case. A name counts as one line, whatever it
 * contains.
 * @throws ToolError `regex`, `regex_mended` or `regex_text`, `pattern_too_large`
 */
export function compileNameRegex(pattern: string): RegExp {
  checkLength(pattern.length);
  const { root } = parseOne({ pattern, fixed: false, caseRule: "smart" });
  checkComplexity(root, false);
  return compile(emitRegex(root, { unicode: true, byLine: true, keepsCrlf: false }), "\u0100");
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

/** Whether a pattern consists of characters, all of which fold their case or none. */
function isPlainText(root: Node): boolean {
  const parts = root.type === "sequence" ? root.parts : [root];
  if (parts.length === 0 || !parts.every((part) => part.type === "char")) return false;
  const cased: readonly Char[] = parts.filter(hasCase);
  return cased.every((part) => part.fold) || cased.every((part) => !part.fold);
}

/** Compiles the expressions for pure ASCII and for any subject. */
function compilePair(root: Node, lines: LineRules, captured?: ReadonlySet<number>): ExpressionPair {
  return {
    ascii: compile(emitRegex(root, { unicode: false, ...lines }, captured), ""),
    unicode: compile(emitRegex(root, { unicode: true, ...lines }, captured), "\u0100"),
  };
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
