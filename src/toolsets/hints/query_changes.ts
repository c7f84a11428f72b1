/**
 * Other readings of a query that found nothing, and the arguments by which a tool asks for each.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import { escapeRegex } from "../../model/escape_regex.ts";
import type { Query } from "../../model/request.ts";
import type { RequestChange, SelectionSwitches } from "./selection_changes.ts";

/** The arguments of a profile's tool that make each change; absent where it has none for it. */
export interface SearchSwitches extends SelectionSwitches {
  /** Letter case does not matter. */
  readonly anyCase: Args;
  /** The query is plain text. */
  readonly text: (pattern: string) => Args;
  /** The query is a regular expression. */
  readonly regex?: Args;
  readonly partOfWord?: Args;
  /** This is the query. */
  readonly pattern: (pattern: string) => Args;
  /** It may match across lines. */
  readonly multiline?: Args;
  /** The files are in this encoding. */
  readonly encoding?: (label: string | undefined) => Args;
  /** Files of at most this size are searched. */
  readonly maxSize?: (size: string) => Args;
  /** Files that these globs match are searched, without any all. */
  readonly globs: (globs: readonly string[]) => Args;
  /** Whether that is globs: then those that do are worth more than the advice to write some. */
  readonly byGlobs?: true;
}

/** In any letter case; none where that kept nothing from being found. */
export function caseChange(query: Query, { anyCase }: SearchSwitches): RequestChange[] {
  const { caseRule, pattern } = query, isOfAny = caseRule === "sensitive" ? /\p{L}/u : /\p{Lu}/u;
  if (caseRule === "insensitive" || !isOfAny.test(pattern)) return [];
  return [{ phrase: "near_case", patch: { query: { ...query, caseRule: "insensitive" } }, advice: anyCase }];
}

/** The query read in other ways, the likeliest slip first. */
export function interpretationChanges(query: Query, switches: SearchSwitches): RequestChange[] {
  const { pattern, fixed, word } = query, isSpecial = /[\\^$.*+?()[\]{}|]/.test(pattern);
  const change = (phrase: PhraseKey, to: Partial<Query>, turn: Args = {}): RequestChange => ({
    phrase,
    patch: { query: { ...query, ...to } },
    advice: turn,
  });
  const written = (phrase: PhraseKey, other: string) =>
    fixed || other === pattern ? [] : [change(phrase, { pattern: other }, switches.pattern(other))];
  return [
    ...(!fixed && isSpecial ? [change("near_literal", { fixed: true }, switches.text(pattern))] : []),
    ...(fixed && isSpecial ? [change("near_regex", { fixed: false }, switches.regex)] : []),
    ...written("near_branches", withAlternation(pattern)),
    ...written("near_slashes", withoutRegexDelimiters(query)),
    ...written("near_doubled", singleBackslashes(pattern)),
    ...(word ? [change("near_word", { word: false }, switches.partOfWord)] : []),
    ...multilineChanges(query, switches).map(({ to, turn }) => change("near_lines", to, turn)),
  ];
}

/** As grep reads it unless told otherwise. */
function withAlternation(pattern: string): string {
  return pattern.replace(/\\./gs, (escape) => escape === "\\|" ? "|" : escape);
}

/** As it was before each backslash was doubled. */
export function singleBackslashes(pattern: string): string {
  return pattern.replaceAll("\\\\", "\\");
}

/** As JavaScript reads `/expression/flags`. */
export function withoutRegexDelimiters({ pattern }: Pick<Query, "pattern">): string {
  const [, inner, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (inner === undefined) return pattern;
  return (flags.includes("i") ? "(?i)" : "") + inner.replaceAll("\\/", "/");
}

/**
 * An expression that itself says that it continues after a line break, though the search goes line by line: `(?s)`,
 * `[\\s\\S]`, `[^)]`. A `.` beside these was meant for the line, and would take in the rest of the file.
 */
function multilineChanges(
  { pattern, fixed, multiline }: Query,
  switches: SearchSwitches,
): { to: Partial<Query>; turn: Args }[] {
  if (fixed || multiline || switches.multiline === undefined) return [];
  const isOfAll = /\(\?[imx]*s/.test(pattern);
  if (!isOfAll && !/\\[sSDW]|\[\^/.test(pattern)) return [];
  const across = !isOfAll && /(?<!\\)\./.test(pattern) ? "(?-s)" + pattern : pattern;
  const turn = { ...switches.multiline, ...(across === pattern ? {} : switches.pattern(across)) };
  return [{ to: { pattern: across, multiline: true }, turn }];
}

/** One slip: the query as it was meant; undefined for one that it is not in. */
interface QuerySlip {
  /** Plain texts, before and after; tests read them. */
  readonly example: readonly [given: string, meant: string];
  correct(text: string): string | undefined;
  /** What is meant is an expression, of a query that is none. */
  readonly isRegex?: true;
}

/** UTF-16 units of a query that is taken apart, and words of it. */
const MAX_QUERY_UNITS = 200, MAX_WORDS = 6;

/** The likeliest first. */
export const QUERY_SLIPS: readonly QuerySlip[] = [
  { example: ['"gold"', "gold"], correct: (text) => /^(["'`])(.+)\1$/s.exec(text)?.[2] },
  { example: [" gold ", "gold"], correct: (text) => text.trim() },
  { example: ["a &lt; b &amp;&amp; c", "a < b && c"], correct: decodeEntities },
  { example: ["f( a,b )", "f\\s*\\(\\s*a\\s*,\\s*b\\s*\\)"], correct: withFlexibleSpaces, isRegex: true },
  { example: ["gold OR hi", "gold|hi"], correct: anyAlternative, isRegex: true },
  { example: ["gold hi", "gold.*hi|hi.*gold"], correct: allWordsPattern, isRegex: true },
  { example: ["gold hi there", "gold|hi|there"], correct: anyWordPattern, isRegex: true },
];

/** The queries that may have been meant, the likeliest first, and the arguments that ask for them. */
export function correctedQueries(
  query: Query,
  turns: { readonly pattern: (pattern: string) => Args; readonly regex?: Args },
): { readonly query: Query; readonly turn: Args }[] {
  const { pattern, fixed } = query, isPlain = fixed || !pattern.includes("\\");
  if (pattern.length > MAX_QUERY_UNITS) return [];
  return QUERY_SLIPS.flatMap(({ correct: meant, isRegex = false }) => {
    const other = isRegex && !isPlain ? undefined : meant(pattern);
    if (other === undefined || other === "" || other === pattern) return [];
    const turn = { ...turns.pattern(other), ...(isRegex && fixed && turns.regex) };
    return [{ query: { ...query, pattern: other, fixed: fixed && !isRegex }, turn }];
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

/** With any blanks, or none, between words and signs. */
function withFlexibleSpaces(text: string): string | undefined {
  const parts = text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
  return parts.length < 2 ? undefined : parts.map(escapeRegex).join("\\s*");
}

function anyAlternative(text: string): string | undefined {
  const parts = text.split(/\s+(?:OR|or|AND|\|\|?)\s+|\s*[,;]\s+/);
  return parts.length < 2 || parts.includes("") ? undefined : parts.map(escapeRegex).join("|");
}

/** Words with nothing but blanks between them. */
function wordsOf(text: string): readonly string[] {
  const words = text.trim().split(/\s+/);
  const isWords = words.length > 1 && words.length <= MAX_WORDS &&
    words.every((word) => /^[\p{L}\p{N}_-]{2,}$/u.test(word));
  return isWords ? words : [];
}

/** All words in one line. */
function allWordsPattern(text: string): string | undefined {
  const words = wordsOf(text), [a, b] = words;
  if (words.length === 0) return undefined;
  return words.length === 2 ? `${a}.*${b}|${b}.*${a}` : words.map((word) => `(?=.*${word})`).join("").replace(/^/, "^");
}

function anyWordPattern(text: string): string | undefined {
  const words = wordsOf(text);
  return words.length === 0 ? undefined : words.join("|");
}
