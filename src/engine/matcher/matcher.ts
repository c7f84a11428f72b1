/**
 * A compiled query, as the scanner uses it.
 * @module
 */
import type { DfaTable } from "../simd/kernel.ts";
import type { RequiredBytes } from "./required_bytes.ts";

/** Expressions with the flags `gu` (and `i` to ignore case). */
export interface ExpressionPair {
  /** For subjects of pure ASCII: `\w`, `\d`, `\b` in their short forms. */
  readonly ascii: RegExp;
  /** For any subject: Unicode `\w`, `\d`, `\s`, `\b`. Never matches a lone surrogate (an invalid byte). */
  readonly unicode: RegExp;
}

/** Expressions with a group for the value of a match. */
export interface ValueExpressions extends ExpressionPair {
  /** The numbers of the groups that may hold it. If none took part in the match, it is empty. */
  readonly places: readonly number[];
}

/** Some patterns of a list. A text without a match of `any` of them has none of `each`. */
export interface PatternGroup {
  readonly any: ExpressionPair;
  readonly each: readonly ExpressionPair[];
}

/**
 * A compiled query. Unless multiline, both expressions have the same matches in a text of several lines as in each line
 * by itself.
 */
export interface Matcher extends ExpressionPair {
  /** The pattern can match a line break, so a text can't be split into lines before matching. */
  readonly multiline: boolean;
  /** The pattern names a carriage return, so it needs texts with their CR LF. */
  readonly keepsCrlf: boolean;
  /**
   * In multiline: whether ripgrep's line search finds other spans than the matches (see `iterateSearcherMatches`), or
   * one at every character.
   */
  readonly searcherDiffers: "never" | "somewhere" | "everywhere";
  /** Bytes that a UTF-8 text must contain to have a match. */
  readonly requiredBytes: RequiredBytes;
  /** Decides lines that needles can't, if it exists; made on the first call. Not in multiline. */
  readonly lineDfa: () => DfaTable | undefined;
  /** The query is plain text, so that no search for it takes long. */
  readonly isLiteral: boolean;
  /**
   * The same with a group for the value of a match. It is the group of a pattern that has one, and the whole match of
   * any other pattern of a list. Undefined if no pattern has a group. Made on the first call.
   */
  readonly valueExpressions: () => ValueExpressions | undefined;
  /** The patterns of a list, in order and in groups, each made on its first call. */
  readonly patternGroups: readonly (() => PatternGroup)[];
}
