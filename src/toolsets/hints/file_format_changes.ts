/**
 * Changes by which a search reaches files that it can't match because of their encoding, line ends or size. Whole kinds
 * of files may be missing even from an answer that is not empty.
 * @module
 */
import type { SearchReport } from "../../model/report.ts";
import type { SearchRequest } from "../../model/request.ts";
import { LIMITS } from "../../model/limits.ts";
import { megabytes } from "../arguments/sizes_and_times.ts";
import type { RequestChange } from "./selection_changes.ts";
import type { SearchSwitches } from "./query_changes.ts";

/** The changes that would search such files too. */
export function fileFormatChanges(
  request: SearchRequest,
  report: SearchReport,
  switches: SearchSwitches,
): RequestChange[] {
  const { query, scope, encoding } = request,
    { nonUtf8Paths = [] } = report,
    isAscii = !/[^\0-\x7f]/.test(query.pattern);
  const labels = nonUtf8Paths.length === 0 ? [] : likelyEncodings(query.pattern);
  return [
    ...labels.map((label): RequestChange => ({
      phrase: "near_encoding",
      patch: { scope: { ...scope, roots: nonUtf8Paths }, encoding: label },
      advice: switches.encoding?.(label) ?? label,
    })),
    ...encoding === undefined || isAscii && !isWideEncoding(encoding) ? [] : [withoutForcedEncoding(switches)],
    ...withAnyLineEnd(request, switches),
    ...withLargeFiles(request, report, switches),
  ];
}

/** Whether the encoding writes ASCII in other bytes than ASCII does. */
function isWideEncoding(label: string): boolean {
  return /utf-?16|ucs-?2|unicode/i.test(label);
}

function withoutForcedEncoding({ encoding }: SearchSwitches): RequestChange {
  return { phrase: "near_own_encoding", patch: { encoding: undefined }, advice: encoding?.(undefined) ?? {} };
}

/** Includes files over the size limit, if the search found nothing. */
function withLargeFiles(
  { maxFileSize }: SearchRequest,
  { total, skipped }: SearchReport,
  { maxSize }: SearchSwitches,
): RequestChange[] {
  const { cap } = LIMITS.fileSize;
  if (total > 0 || !skipped.too_large || maxSize === undefined || maxFileSize >= cap) return [];
  return [{ phrase: "near_size", patch: { maxFileSize: cap }, advice: maxSize(megabytes(cap)) }];
}

/** Makes a carriage return in the pattern optional: an expression that requires one excludes all files without it. */
function withAnyLineEnd({ query }: SearchRequest, switches: SearchSwitches): RequestChange[] {
  const pattern = query.fixed
    ? query.pattern.replace(/\r(?=\n|$)/g, "")
    : query.pattern.replace(CARRIAGE_RETURN, (part, sign?: string) => sign ?? "\\r?" + part.slice(2));
  return pattern === query.pattern || pattern === ""
    ? []
    : [{ phrase: "near_line_end", patch: { query: { ...query, pattern } }, advice: switches.pattern(pattern) }];
}

/** Another escape, or a carriage return directly before the end of a line. */
const CARRIAGE_RETURN = /(\\[^r]|\\r[?*+{])|\\r(?:\\n|\$|$)/gs;

/** WHATWG labels by the script of the query's letters, the commonest first. */
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
 * The encodings worth trying for a query that is not ASCII.
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
