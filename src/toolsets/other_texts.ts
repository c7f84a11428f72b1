/**
 * Files that a search can't find anything in, for their encoding, line ends or size: whole kinds of files are missing from
 * its answer, be it empty or not.
 * @module
 */
import type { SearchReport } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import { LIMITS } from "../model/limits.ts";
import { megabytes } from "./measures.ts";
import type { Change } from "./choices.ts";
import type { Switches } from "./query_readings.ts";

/** The changes by which such files are searched too. */
export function otherTexts(request: SearchRequest, report: SearchReport, turns: Switches): Change[] {
  const { query, scope, encoding } = request, { foreign = [] } = report, isAscii = !/[^\0-\x7f]/.test(query.pattern);
  const labels = foreign.length === 0 ? [] : nearEncodings(query.pattern);
  return [
    ...labels.map((label): Change => ({
      phrase: "near_encoding",
      to: { scope: { ...scope, roots: foreign }, encoding: label },
      turn: turns.encoding?.(label) ?? label,
    })),
    ...encoding === undefined || isAscii && !isWide(encoding) ? [] : [ownEncoding(turns)],
    ...anyLineEnd(request, turns),
    ...largeFiles(request, report, turns),
  ];
}

/** Encodings that write ASCII otherwise. */
function isWide(label: string): boolean {
  return /utf-?16|ucs-?2|unicode/i.test(label);
}

function ownEncoding({ encoding }: Switches): Change {
  return { phrase: "near_own_encoding", to: { encoding: undefined }, turn: encoding?.(undefined) ?? {} };
}

/** Files over the limit of a search that found nothing. */
function largeFiles(
  { maxFileSize }: SearchRequest,
  { total, skipped }: SearchReport,
  { maxSize }: Switches,
): Change[] {
  const { cap } = LIMITS.fileSize;
  if (total > 0 || !skipped.too_large || maxSize === undefined || maxFileSize >= cap) return [];
  return [{ phrase: "near_size", to: { maxFileSize: cap }, turn: maxSize(megabytes(cap)) }];
}

/** An expression that asks for a carriage return leaves out all files without them. */
function anyLineEnd({ query }: SearchRequest, turns: Switches): Change[] {
  const pattern = query.fixed
    ? query.pattern.replace(/\r(?=\n|$)/g, "")
    : query.pattern.replace(RETURN, (part, sign?: string) => sign ?? "\\r?" + part.slice(2));
  return pattern === query.pattern || pattern === ""
    ? []
    : [{ phrase: "near_line_end", to: { query: { ...query, pattern } }, turn: turns.pattern(pattern) }];
}

/** An escape that is another, or a carriage return that must stand before a line's end. */
const RETURN = /(\\[^r]|\\r[?*+{])|\\r(?:\\n|\$|$)/gs;

/** WHATWG labels by a script of which they have the letters, the commonest first. */
const BY_SCRIPT: readonly (readonly [script: RegExp, labels: readonly string[]])[] = [
  [/\p{Script=Cyrillic}/u, ["windows-1251", "koi8-r", "ibm866"]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ["shift_jis", "euc-jp"]],
  [/\p{Script=Hangul}/u, ["euc-kr"]],
  [/\p{Script=Han}/u, ["gbk", "shift_jis", "big5", "euc-jp"]],
  [/\p{Script=Greek}/u, ["windows-1253"]],
  [/\p{Script=Hebrew}/u, ["windows-1255"]],
  [/\p{Script=Arabic}/u, ["windows-1256"]],
  [/\p{Script=Thai}/u, ["windows-874"]],
];
const LATIN = ["windows-1252", "windows-1250", "windows-1254"];

/**
 * The labels that are worth a try for a query that is not ASCII.
 *
 * @example
 * ```ts
 * nearEncodings("привет"); // ["windows-1251", "koi8-r", "ibm866"]
 * nearEncodings("naïve"); // ["windows-1252", "windows-1250", "windows-1254"]
 * ```
 */
export function nearEncodings(query: string): readonly string[] {
  return BY_SCRIPT.find(([script]) => script.test(query))?.[1] ?? LATIN;
}
