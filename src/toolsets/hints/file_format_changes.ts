/**
 * Files that a search can't find anything in, for their encoding, line ends or size: whole kinds of files are missing from
 * its answer, be it empty or not.
 * @module
 */
import type { SearchReport } from "../../model/report.ts";
import type { SearchRequest } from "../../model/request.ts";
import { LIMITS } from "../../model/limits.ts";
import { megabytes } from "../arguments/sizes_and_times.ts";
import type { RequestChange } from "./selection_changes.ts";
import type { SearchSwitches } from "./query_changes.ts";

/** The changes by which such files are searched too. */
export function fileFormatChanges(
  request: SearchRequest,
  report: SearchReport,
  turns: SearchSwitches,
): RequestChange[] {
  const { query, scope, encoding } = request,
    { nonUtf8Paths: foreign = [] } = report,
    isAscii = !/[^\0-\x7f]/.test(query.pattern);
  const labels = foreign.length === 0 ? [] : likelyEncodings(query.pattern);
  return [
    ...labels.map((label): RequestChange => ({
      phrase: "near_encoding",
      patch: { scope: { ...scope, roots: foreign }, encoding: label },
      advice: turns.encoding?.(label) ?? label,
    })),
    ...encoding === undefined || isAscii && !isWideEncoding(encoding) ? [] : [withoutForcedEncoding(turns)],
    ...withAnyLineEnd(request, turns),
    ...withLargeFiles(request, report, turns),
  ];
}

/** Encodings that write ASCII otherwise. */
function isWideEncoding(label: string): boolean {
  return /utf-?16|ucs-?2|unicode/i.test(label);
}

function withoutForcedEncoding({ encoding }: SearchSwitches): RequestChange {
  return { phrase: "near_own_encoding", patch: { encoding: undefined }, advice: encoding?.(undefined) ?? {} };
}

/** Files over the limit of a search that found nothing. */
function withLargeFiles(
  { maxFileSize }: SearchRequest,
  { total, skipped }: SearchReport,
  { maxSize }: SearchSwitches,
): RequestChange[] {
  const { cap } = LIMITS.fileSize;
  if (total > 0 || !skipped.too_large || maxSize === undefined || maxFileSize >= cap) return [];
  return [{ phrase: "near_size", patch: { maxFileSize: cap }, advice: maxSize(megabytes(cap)) }];
}

/** An expression that asks for a carriage return leaves out all files without them. */
function withAnyLineEnd({ query }: SearchRequest, turns: SearchSwitches): RequestChange[] {
  const pattern = query.fixed
    ? query.pattern.replace(/\r(?=\n|$)/g, "")
    : query.pattern.replace(CARRIAGE_RETURN, (part, sign?: string) => sign ?? "\\r?" + part.slice(2));
  return pattern === query.pattern || pattern === ""
    ? []
    : [{ phrase: "near_line_end", patch: { query: { ...query, pattern } }, advice: turns.pattern(pattern) }];
}

/** An escape that is another, or a carriage return that must stand before a line's end. */
const CARRIAGE_RETURN = /(\\[^r]|\\r[?*+{])|\\r(?:\\n|\$|$)/gs;

/** WHATWG labels by a script of which they have the letters, the commonest first. */
const ENCODINGS_BY_SCRIPT: readonly (readonly [script: RegExp, labels: readonly string[]])[] = [
  [/\p{Script=Cyrillic}/u, ["windows-1251", "koi8-r", "ibm866"]],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, ["shift_jis", "euc-jp"]],
  [/\p{Script=Hangul}/u, ["euc-kr"]],
  [/\p{Script=Han}/u, ["gbk", "shift_jis", "big5", "euc-jp"]],
  [/\p{Script=Greek}/u, ["windows-1253"]],
  [/\p{Script=Hebrew}/u, ["windows-1255"]],
  [/\p{Script=Arabic}/u, ["windows-1256"]],
  [/\p{Script=Thai}/u, ["windows-874"]],
];
const LATIN_ENCODINGS = ["windows-1252", "windows-1250", "windows-1254"];

/**
 * The labels that are worth a try for a query that is not ASCII.
 *
 * @example
 * ```ts
 * likelyEncodings("привет"); // ["windows-1251", "koi8-r", "ibm866"]
 * likelyEncodings("naïve"); // ["windows-1252", "windows-1250", "windows-1254"]
 * ```
 */
export function likelyEncodings(query: string): readonly string[] {
  return ENCODINGS_BY_SCRIPT.find(([script]) => script.test(query))?.[1] ?? LATIN_ENCODINGS;
}
