/**
 * Other readings of a query that found nothing, and the arguments by which a tool asks for each.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import { escapeRegex } from "../../model/escape_regex.ts";
import { patternsOf, type Query } from "../../model/request.ts";
import type { RequestChange, SelectionSwitches } from "./selection_changes.ts";

/** How a profile's tool takes changes of a search; absent where it has no argument for one. */
export interface SearchSwitches extends SelectionSwitches {
  /** The arguments that ignore letter case. */
  readonly anyCase: Args;
  /** The arguments that make the query plain text. */
  readonly text: (pattern: string) => Args;
  /** The arguments that make the query a regular expression. */
  readonly regex?: Args;
  readonly partOfWord?: Args;
  /** The arguments for this query. */
  readonly pattern: (pattern: string) => Args;
  /** The arguments for a list of queries. */
  readonly list?: (patterns: readonly string[]) => Args;
  /** The arguments that let a match span lines. */
  readonly multiline?: Args;
  /** The tool itself reads doubled backslashes as single ones if the query finds nothing. */
  readonly undoubles?: true;
  /** The arguments that read files in this encoding. */
  readonly encoding?: (label: string | undefined) => Args;
  /** The arguments that search files up to this size. */
  readonly maxSize?: (size: string) => Args;
  /** The arguments that search files matching these globs; without globs, all files. */
  readonly globs: (globs: readonly string[]) => Args;
  /** Whether globs are the only way to include excluded files: then mended globs replace that advice. */
  readonly byGlobs?: true;
}

/** The most patterns of a list that are tried alone. */
const MAX_PATTERNS = 8;

/** The patterns of a query, each alone: those of a list, as far as they are tried. */
export function patternsAlone(query: Query): Query[] {
  const { morePatterns, ...alone } = query;
  return morePatterns === undefined
    ? [query]
    : patternsOf(query).slice(0, MAX_PATTERNS).map((pattern) => ({ ...alone, pattern }));
}

/** Ignores letter case; none if case can't have excluded a match. */
export function caseChange(query: Query, { anyCase }: SearchSwitches): RequestChange[] {
  const { caseRule } = query, isOfAny = caseRule === "sensitive" ? /\p{L}/u : /\p{Lu}/u;
  if (caseRule === "insensitive" || !patternsOf(query).some((pattern) => isOfAny.test(pattern))) return [];
  return [{ phrase: "near_case", patch: { query: { ...query, caseRule: "insensitive" } }, advice: anyCase }];
}

/** The query read in other ways, the likeliest first. Other patterns replace a list. */
export function interpretationChanges(query: Query, switches: SearchSwitches): RequestChange[] {
  const { pattern, fixed, word } = query;
  const isSpecial = patternsOf(query).some((one) => /[\\^$.*+?()[\]{}|]/.test(one)), alone = patternsAlone(query);
  return [
    ...(!fixed && isSpecial ? [changed(query, "near_literal", { fixed: true }, switches.text(pattern))] : []),
    ...(fixed && isSpecial ? [changed(query, "near_regex", { fixed: false }, switches.regex)] : []),
    ...alone.flatMap((one) => otherPatterns(one, switches)),
    ...(word ? [changed(query, "near_word", { word: false }, switches.partOfWord)] : []),
    ...alone.flatMap((one) => multilineChanges(one, switches, alone.length > 1)),
  ];
}

function changed(query: Query, phrase: PhraseKey, patch: Partial<Query>, advice: Args = {}): RequestChange {
  return { phrase, patch: { query: { ...query, ...patch } }, advice };
}

/** Other readings of one pattern. */
function otherPatterns(query: Query, switches: SearchSwitches): RequestChange[] {
  const { pattern, fixed } = query;
  const written = (phrase: PhraseKey, other: string) =>
    fixed || other === pattern ? [] : [changed(query, phrase, { pattern: other }, switches.pattern(other))];
  return [
    ...written("near_branches", withAlternation(pattern)),
    ...written("near_slashes", withoutRegexDelimiters(query)),
    ...(switches.undoubles ? [] : written("near_doubled", singleBackslashes(pattern))),
  ];
}

/** Reads `\|` as `|`, as grep does by default. */
function withAlternation(pattern: string): string {
  return pattern.replace(/\\./gs, (escape) => escape === "\\|" ? "|" : escape);
}

/** Undoes doubled backslashes. */
export function singleBackslashes(pattern: string): string {
  return pattern.replaceAll("\\\\", "\\");
}

/** The expression in `/expression/flags`, as JavaScript reads it. */
export function withoutRegexDelimiters({ pattern }: Pick<Query, "pattern">): string {
  const [, inner, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (inner === undefined) return pattern;
  const kept = flags.replace(/[^is]/g, "");
  return (kept === "" ? "" : `(?${kept})`) + inner.replaceAll("\\/", "/");
}

/**
 * Lets an expression match across lines:
 * - while the search goes line by line, one that says that it does (`(?s)`, `[\\s\\S]`, `[^)]`);
 * - in a multiline search, one with a `.`, which stays within a line without `(?s)`.
 * @param isOfList the pattern replaces a list
 */
function multilineChanges(query: Query, switches: SearchSwitches, isOfList: boolean): RequestChange[] {
  const { pattern, fixed, multiline } = query;
  if (fixed || switches.multiline === undefined) return [];
  const hasAnyDot = /\(\?[imx]*s/.test(pattern);
  if (multiline) {
    const across = "(?s)" + pattern, stays = hasAnyDot || !/(?<!\\)\./.test(pattern);
    return stays ? [] : [changed(query, "near_lines", { pattern: across }, switches.pattern(across))];
  }
  if (!hasAnyDot && !/\\[sSDW]|\[\^/.test(pattern)) return [];
  const advice = { ...switches.multiline, ...(isOfList && switches.pattern(pattern)) };
  return [changed(query, "near_lines", { multiline: true }, advice)];
}

/** One slip in a query; `correct` returns undefined if the query doesn't have it. */
interface QuerySlip {
  /** Plain texts before and after the correction; a test corrects them. */
  readonly example: readonly [given: string, correct: string];
  correct(text: string): string | undefined;
  /** The correction of a plain text is a regular expression. */
  readonly isRegex?: true;
}

/** UTF-16 units, and words, of the longest query that is corrected. */
const MAX_QUERY_UNITS = 200, MAX_WORDS = 6;

/** The likeliest slip first. */
export const QUERY_SLIPS: readonly QuerySlip[] = [
  { example: ['"gold"', "gold"], correct: (text) => /^(["'`])(.+)\1$/s.exec(text)?.[2] },
  { example: [" gold ", "gold"], correct: (text) => text.trim() },
  { example: ["a &lt; b &amp;&amp; c", "a < b && c"], correct: decodeEntities },
  { example: ["f( a,b )", "f\\s*\\(\\s*a\\s*,\\s*b\\s*\\)"], correct: withFlexibleSpaces, isRegex: true },
  { example: ["gold OR hi", "gold|hi"], correct: anyAlternative, isRegex: true },
  { example: ["gold hi", "gold.*hi|hi.*gold"], correct: allWordsPattern, isRegex: true },
  { example: ["gold hi there", "gold|hi|there"], correct: anyWordPattern, isRegex: true },
];

/** Queries that may have been meant, the likeliest first, and the arguments for them. */
export function correctedQueries(
  query: Query,
  switches: { readonly pattern: (pattern: string) => Args; readonly regex?: Args },
): { readonly query: Query; readonly advice: Args }[] {
  const { pattern, fixed } = query, isPlain = fixed || !pattern.includes("\\");
  if (pattern.length > MAX_QUERY_UNITS) return [];
  return QUERY_SLIPS.flatMap(({ correct, isRegex = false }) => {
    const other = isRegex && !isPlain ? undefined : correct(pattern);
    if (other === undefined || other === "" || other === pattern) return [];
    const advice = { ...switches.pattern(other), ...(isRegex && fixed && switches.regex) };
    return [{ query: { ...query, pattern: other, fixed: fixed && !isRegex }, advice }];
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
  nbsp: " ",
};

function decodeEntities(text: string): string {
  return text.replace(/&(#39|\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Allows any whitespace between words and signs. */
function withFlexibleSpaces(text: string): string | undefined {
  const parts = text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return parts.length < 2 ? undefined : parts.map(escapeRegex).join("\\s*");
}

function anyAlternative(text: string): string | undefined {
  const parts = text.split(/\s+(?:OR|or|AND|\|\|?)\s+|\s*[,;]\s+/);
  return parts.length < 2 || parts.includes("") ? undefined : parts.map(escapeRegex).join("|");
}

/** The words of a text that has only words and whitespace; else none. */
function wordsOf(text: string): readonly string[] {
  const words = text.trim().split(/\s+/);
  const isWords = words.length > 1 && words.length <= MAX_WORDS &&
    words.every((word) => /^[\p{L}\p{N}_-]{2,}$/u.test(word));
  return isWords ? words : [];
}

/** Requires all words in one line. */
function allWordsPattern(text: string): string | undefined {
  const words = wordsOf(text), [a, b] = words;
  if (words.length === 0) return undefined;
  return words.length === 2 ? `${a}.*${b}|${b}.*${a}` : words.map((word) => `(?=.*${word})`).join("").replace(/^/, "^");
}

function anyWordPattern(text: string): string | undefined {
  const words = wordsOf(text);
  return words.length === 0 ? undefined : words.join("|");
}
