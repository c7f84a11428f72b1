/**
 * Hints for a search that found nothing or the wrong thing, or that left out kinds of files because of their encoding,
 * line ends or size.
 * @module
 */
import type { CurrentCall } from "../../format/current_call.ts";
import { type PhraseKey, say } from "../../format/phrases.ts";
import { LIMITS } from "../../model/limits.ts";
import type { SearchReport } from "../../model/search_report.ts";
import { patternsOf, type Query, type SearchRequest } from "../../model/request.ts";
import { parseStringList } from "../arguments/parse_arguments.ts";
import { megabytes } from "../arguments/sizes_and_times.ts";
import type { ToolCall } from "../define_tool.ts";
import {
  type AlternativeStages,
  findAlternatives,
  firstStageHints,
  type FoundAlternative,
  type HintAlternative,
} from "./explain_zero.ts";
import { literalNameOf, querySpellingProbe } from "./other_spellings.ts";
import {
  caseChange,
  correctedQueries,
  interpretationChanges,
  patternsAlone,
  type SearchSwitches,
} from "./query_changes.ts";
import { alternativeStages, nameExcluded, type UnmatchedCall } from "./selection_alternatives.ts";
import type { RequestChange } from "./selection_changes.ts";

/** Phrases of which one hint is enough: the likeliest encoding, name or glob. */
const ONE_HINT_PHRASES: ReadonlySet<PhraseKey> = new Set(["near_encoding", "near_mended_globs", "near_pattern"]);

/**
 * Hints for each change of the search that would find something. If the search found something but its expression looks
 * like code, the hint to search for plain text.
 * @param leftMs milliseconds that the search left of `request.timeoutMs`
 */
export async function searchHints(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  leftMs: number,
  switches: SearchSwitches,
): Promise<string[]> {
  // Lines on which the pattern timed out may hold the matches that seem missing.
  if (report.timedOutLines > 0) return [];
  const list = listInText(request.query);
  if (list !== undefined && switches.list !== undefined && !(request.query.fixed && report.total > 0)) {
    return [
      say(call.currentCall.lang, "list_meant", { turn: call.currentCall.renderFromFirstPage(switches.list(list)) }),
    ];
  }
  if (report.total > 0 && looksLikeCode(request.query)) {
    return [plainTextHint(request.query, switches, call.currentCall)];
  }
  const stages = await findAlternatives(searchStages(request, report, call, switches), leftMs, call);
  return firstStageHints(stages.map((stage) => withoutRedundant(stage, switches)), call.currentCall);
}

/**
 * Drops hints that a better one makes redundant: a hint with mended globs replaces the hint that the given globs
 * exclude files.
 */
function withoutRedundant(all: readonly FoundAlternative[], { byGlobs }: SearchSwitches): readonly FoundAlternative[] {
  const has = (phrase: PhraseKey) => all.some((one) => one.phrase === phrase), redundant = new Set<PhraseKey>();
  if (has("near_mended_globs") || has("in_links")) redundant.add("near_globs");
  if (has("near_mended_globs") && byGlobs) redundant.add("in_ignored").add("in_hidden");
  return all.filter(({ phrase }) => !redundant.has(phrase));
}

/**
 * Whether an expression is written like code: `list[str]`, `Dict[str, Any]`, `a[0]`, `user?.name`. As an expression it
 * finds something else (`lists`, `a0`, `username`), which a count alone does not show.
 */
function looksLikeCode(query: Query): boolean {
  const isCode = (pattern: string) => /(?<!\\)\w(?:\[(?:\w|\w{3,})\](?![*+?{])|\[\w+, |\?\.\w)/.test(pattern);
  return !query.fixed && patternsOf(query).some(isCode);
}

/** The texts of a list that was sent as one text; undefined for other queries. */
function listInText({ pattern, morePatterns }: Query): readonly string[] | undefined {
  const list = morePatterns === undefined ? parseStringList(pattern) : undefined;
  return list !== undefined && list.length > 1 ? list : undefined;
}

function plainTextHint({ pattern }: Query, { text }: SearchSwitches, call: CurrentCall): string {
  return say(call.lang, "text_meant", { turn: call.renderFromFirstPage(text(pattern)) });
}

/** The likely meanings of a search; for one that found something, only the kinds of files that it excluded. */
function searchStages(
  request: SearchRequest,
  report: SearchReport,
  call: ToolCall,
  switches: SearchSwitches,
): AlternativeStages {
  const { scope, find, query, timeoutMs } = request, { skipped } = report, name = missingNameOf(request, report);
  const unmatched: UnmatchedCall = {
    ...{ selection: { scope, ...(find && { tests: find.tests }) }, skipped, timeoutMs, switches, call },
    reachesExcluded: switches.byGlobs === true && (skipped.ignored ?? 0) + (skipped.hidden ?? 0) > 0,
    ...(name !== undefined && { missingName: name }),
    alternative: (change) => alternativeOf(request, report, change, unmatched),
  };
  const fileFormats = fileFormatChanges(request, report, switches);
  if (report.total > 0) return [fileFormats.map(unmatched.alternative)];
  const other = (query: Query, advice = switches.pattern(query.pattern)) =>
    unmatched.alternative({ phrase: "near_pattern", patch: { query }, advice });
  return alternativeStages(unmatched, {
    anyCase: caseChange(query, switches),
    interpretations: interpretationChanges(query, switches),
    fileFormats,
    respelled: [
      ...patternsAlone(query).flatMap((one) => querySpellingProbe({ ...request, query: one }, other)),
      ...patternsAlone(query).flatMap((one) => correctedQueries(one, switches))
        .map(({ query, advice }) => other(query, advice)),
    ],
  });
}

function alternativeOf(
  { find, breakdown: _, ...request }: SearchRequest,
  report: SearchReport,
  change: RequestChange,
  unmatched: UnmatchedCall,
): HintAlternative {
  const { phrase, patch: { tests, ...fields }, advice } = change,
    isNamed = typeof advice === "string" && fields.excludedBy !== undefined;
  // If globs or filters chose the files, ignore rules are not the only reason that there are none.
  const isByRules = report.searched === 0 && request.scope.globs.length === 0 && find === undefined;
  const chosen = find && { find: { ...find, tests: tests ?? find.tests } };
  return {
    request: { ...request, ...chosen, ...fields, need: isNamed ? "counts" : "total" },
    phrase,
    advice,
    unit: "matches",
    ...(ONE_HINT_PHRASES.has(phrase) && { onceKey: phrase }),
    // With any line end the matches found before are found again.
    ...(phrase === "near_line_end" && { moreThan: report.total }),
    ...(isByRules && TIMEOUT_PHRASES.has(phrase) && { timeoutPhrase: TIMEOUT_PHRASES.get(phrase) }),
    ...(isNamed && { refine: ({ paths }) => nameExcluded(unmatched, change, paths) }),
  };
}

/** A name that may not exist: of the files to search, or a query that looks like a file name (`expand_glob.ts`). */
function missingNameOf({ find, query }: SearchRequest, { searched }: SearchReport): string | undefined {
  const name = find?.tests.name;
  if (searched === 0) return name && literalNameOf(name);
  return query.morePatterns === undefined && /^[\w./-]+\.[A-Za-z]\w{0,4}$/.test(query.pattern)
    ? query.pattern
    : undefined;
}

/** Phrases if the rules excluded all files, and these could not be searched to the end either. */
const TIMEOUT_PHRASES: ReadonlyMap<PhraseKey, PhraseKey> = new Map([
  ["in_ignored", "unlooked_ignored"],
  ["in_hidden", "unlooked_hidden"],
]);

/** The changes that would search such files too. */
export function fileFormatChanges(
  request: SearchRequest,
  report: SearchReport,
  switches: SearchSwitches,
): RequestChange[] {
  const { query, scope, encoding } = request,
    { nonUtf8Paths = [] } = report,
    written = patternsOf(query).join("\n"),
    isAscii = !/[^\0-\x7f]/.test(written);
  const labels = nonUtf8Paths.length === 0 ? [] : likelyEncodings(written);
  return [
    ...labels.map((label): RequestChange => ({
      phrase: "near_encoding",
      patch: { scope: { ...scope, roots: nonUtf8Paths }, encoding: label },
      advice: switches.encoding?.(label) ?? label,
    })),
    ...encoding === undefined || isAscii && !isWideEncoding(encoding) ? [] : [withoutForcedEncoding(switches)],
    ...query.morePatterns === undefined || report.total === 0
      ? patternsAlone(query).flatMap((one) => withAnyLineEnd(one, switches))
      : [],
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
function withAnyLineEnd(query: Query, switches: SearchSwitches): RequestChange[] {
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
