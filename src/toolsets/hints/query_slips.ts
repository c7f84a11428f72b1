/**
 * What a query may have been meant as that nothing matches as it stands.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { Query } from "../../model/request.ts";
import { escapeRegex } from "../../model/escape_regex.ts";

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
