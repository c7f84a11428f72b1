/**
 * Patterns that are endless for a backtracking engine, each with a line that it matches immediately and one on which it
 * does not end.
 * @module
 */

/** One pattern. */
export interface Runaway {
  readonly name: string;
  readonly query: string;
  /** Further arguments of the search. */
  readonly args?: Readonly<Record<string, unknown>>;
  readonly matches: string;
  /** A line without a match, on which the pattern is endless. */
  readonly endless: string;
}

const A = "a".repeat(40) + "!";
const AB = "ab".repeat(30) + "!";
const DIGITS = "1".repeat(45) + "x";
const WORDS = "word ".repeat(25) + "!";
const BLANKS = "x" + " ".repeat(60_000) + "y";

type Row = readonly [name: string, query: string, matches: string, endless: string, args?: Runaway["args"]];

const INSENSITIVE = { case: "insensitive" } as const;

const ROWS: readonly Row[] = [
  // Quantifiers within quantifiers.
  ["plus of plus", "^(a+)+$", "aaa", A],
  ["star of plus", "^(a+)*$", "aaa", A],
  ["plus of star", "^(a*)+$", "aaa", A],
  ["star of star", "^(a*)*$", "aaa", A],
  ["plus of a class", "^([a-z]+)+$", "abc", A],
  ["plus of a word", "^(\\w+)+$", "abc", A],
  ["words with blanks", "^(\\w+\\s?)+$", "a b", WORDS],
  ["words with blanks or none", "^(\\w+\\s*)+:$", "a b:", WORDS],
  ["three deep", "^(((a+)+)+)+$", "aaa", A],
  ["lazy", "^(a+?)+?$", "aaa", A],
  ["optional within", "^(a?a?)+$", "aaa", A],
  ["without an anchor", "(a+)+b$", "aab", A],
  ["in the middle", "x(a+)+y", "xaay", `x${A}`],
  ["a group that may be empty", "^(a|)+$", "aaa", A],
  ["of named groups", "^(?<first>a+)+$", "aaa", A],
  // Alternatives that overlap.
  ["two ways for one letter", "^(a|a)+$", "aaa", A],
  ["a letter or two of them", "^(a|aa)+$", "aaa", A],
  ["a letter or any", "^(a|.)+b$", "aab", A],
  ["a class or a letter of it", "^([a-c]|b|c)*$", "abc", AB],
  ["a word or a letter", "^(\\w|[a-z])*$", "abc", A],
  ["prefixes of one another", "^(ab|aba|abab|b)*$", "abab", AB],
  ["digits in two ways", "^(\\d+|[0-9])+$", "123", DIGITS],
  ["floating point numbers", "^(\\d+\\.?\\d*)+$", "1.5", DIGITS],
  ["an e-mail address", "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@)$", "ab@", A],
  ["HTML attributes", "^<(\\s*\\w+=?\\w*)+>$", "<a b=c>", `<${A}`],
  ["quoted text", '^"(([^"\\\\]|\\\\.)*)*"$', '"abc"', `"${"a".repeat(40)}`],
  // Counted repeats.
  ["counts of counts", "^(a{1,20}){1,20}$", "aaa", A],
  ["open counts of counts", "^(a{1,}){1,}$", "aaa", A],
  ["large counts", "^(a{0,900}){0,900}b$", "aab", `${A}b`],
  ["a count of alternatives", "^(a|aa|aaa){10,60}$", "a".repeat(12), A],
  ["many optional ones", "^(a?){30}a{30}$", "a".repeat(30), "a".repeat(29) + "!"],
  ["a pair of counts", "^(.{1,50}){1,50}\\d{3}$", "ab123", A],
  ["stars in a row", `^${".*".repeat(14)}=$`, "a=", "a".repeat(120)],
  ["blanks at the end", "\\s+$|\\s+y\\s+$", "x ", BLANKS],
  // Letter case and Unicode.
  ["ignoring case", "^(A+)+$", "aaa", A, INSENSITIVE],
  ["ignoring case by a group", "(?i)^(A|a)+$", "AaA", A],
  ["letters of all scripts", "^(\\p{L}+)+$", "äöü", A],
  ["letters of all scripts, on others", "^(\\p{L}+)+$", "äöü", "ä".repeat(40) + "!"],
  ["ignoring case in Greek", "^(Σ|σ|ς)+$", "σς", "σ".repeat(40) + "!", INSENSITIVE],
  ["characters beyond the first plane", "^(😀+)+$", "😀", "😀".repeat(40) + "!"],
  ["whole words", "(a+)+b", "x aaab y", `b ${A} b`, { word: true }],
  // Looking around and back.
  ["looking ahead", "^(?=(a+)+$)", "aaa", A],
  ["looking ahead for none", "^(?!(a+)+$).", "b", A],
  ["looking behind", "(?<=^(a+)+)b", "aab", `!${"a".repeat(40)}b`],
  ["looking ahead at each letter", "^((?=a+)a+)+$", "aaa", A],
  ["going back to a group", "^(a+)+\\1$", "aaaa", A],
  ["going back to two groups", "^(a*)(a*)+\\1\\2b$", "aab", A],
  ["going back to a name", "^(?<x>a+)+\\k<x>$", "aaaa", A],
  ["going back within", "^((a+)\\2?)+$", "aaaa", A],
  // Over lines.
  ["over lines", "^(a+)+\\n$", "aaa", A, { multiline: true }],
  ["over lines, words", "^(\\w+\\n?)+:$", "ab:", A, { multiline: true }],
];

/** All of them. */
export const RUNAWAYS: readonly Runaway[] = ROWS.map(([name, query, matches, endless, args]) => ({
  name,
  query,
  matches,
  endless,
  ...(args && { args }),
}));
