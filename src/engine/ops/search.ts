/**
 * Answers a search: finds files, scans them, keeps definitions alone if these are asked for, and samples the files with
 * the most matches.
 * @module
 */
import { addSkipped } from "../../model/completeness.ts";
import { LIMITS } from "../../model/limits.ts";
import { patternsOf, type SearchRequest } from "../../model/request.ts";
import type { FileHits, SearchReport, ValueCount } from "../../model/search_report.ts";
import { searchKey } from "../cache/search_cache.ts";
import { selectFiles } from "../find/find.ts";
import type { Job } from "../run/job.ts";
import { HitSink } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { nameEnclosing } from "./named_hits.ts";
import { sampleFullest } from "./sample_fullest.ts";
import { definitionTexts, type FoundDefinitions, searchDefinitions } from "./search_definitions.ts";
import { SearchPass } from "./search_pass.ts";

/**
 * Answers a SearchRequest.
 * @throws ToolError for a query, glob or root that can't be used
 */
export function search(request: SearchRequest, job: Job): Operation<SearchReport> {
  // Compiles immediately: the operation's first step waits until changes have been reported.
  return runSearch(new SearchPass(request, job));
}

function* runSearch(pass: SearchPass): Operation<SearchReport> {
  const { request, job } = pass;
  const began = performance.now();
  const selected = yield* selectFiles(request, job), { entries } = selected;
  const found = performance.now();
  const { sink, isComplete, ...definitions } = yield* collect(pass, entries);
  const nonUtf8Paths = mayDifferByEncoding(request) ? sink.nonUtf8Paths.slice(0, LIMITS.nonUtf8Files) : [];
  const wantsSamples = request.need === "samples" || request.need === "lines";
  const top = wantsSamples ? yield* sampleFullest(pass, sink, definitions.samples) : [];
  const ofEnclosing = yield* nameEnclosing(sink, job), gaps = definitions.gaps ?? ofEnclosing;
  const isFew = request.texts && definitions.uncounted !== undefined && sink.total <= LIMITS.definitionTexts;
  const texts = isFew ? yield* definitionTexts(sink.files, pass) : undefined;
  const cutBy = isComplete && selected.cutBy !== "timeout" ? selected.cutBy : "timeout";
  return {
    op: "search",
    files: sink.files.map(withoutEntry),
    top,
    filesMatched: sink.filesMatched,
    total: sink.total,
    records: sink.records,
    fingerprint: sink.fingerprint,
    ...breakdownOf(request, sink),
    ...(sink.unmarked && { unmarked: sink.unmarked }),
    ...(nonUtf8Paths.length > 0 && { nonUtf8Paths }),
    ...(texts && { definitions: texts }),
    ...(definitions.uncounted && { uncounted: definitions.uncounted }),
    ...(gaps && { gaps }),
    timedOutLines: sink.hardLines,
    searched: sink.searched,
    matchedBytes: sink.matchedBytes,
    reads: sink.reads,
    skipped: addSkipped(selected.skipped, sink.skipped),
    ...(cutBy === undefined ? {} : { cutBy }),
    findMs: found - began,
    searchMs: performance.now() - found,
  };
}

/** The hits of a search, and whether all files were searched. */
interface Collected {
  readonly sink: HitSink;
  readonly isComplete: boolean;
}

function collect(pass: SearchPass, files: readonly WalkEntry[]): Operation<Collected & Partial<FoundDefinitions>> {
  return pass.request.definitions ? collectDefinitions(pass, files) : collectHits(pass, files);
}

/** Counts all matches, then finds the definitions among them. */
function* collectDefinitions(pass: SearchPass, files: readonly WalkEntry[]): Operation<FoundDefinitions> {
  const { maxCount: _, breakdown: __, ...request } = pass.request;
  const plain = yield* collectHits(pass.withRequest({ ...request, need: "counts", skip: 0 }), files);
  const found = yield* searchDefinitions(pass, plain.sink);
  return { ...found, isComplete: plain.isComplete && found.isComplete };
}

function* collectHits(pass: SearchPass, files: readonly WalkEntry[]): Operation<Collected> {
  const { job, request } = pass, key = searchKey(request);
  const sink = new HitSink(request, yield* pass.keyCounter()), scanner = pass.scanner(sink);
  const isScanned = yield* scanner.scanFiles(files, job.searches.find(key));
  const isComplete = isScanned && job.remainingMs() > 0 && sink.hardLines === 0;
  if (isComplete && scanner.counted !== undefined) job.searches.store(key, scanner.counted);
  return { sink, isComplete };
}

/** The counts of something beside lines. */
function breakdownOf({ breakdown, query, skip, limit }: SearchRequest, { keys }: HitSink): BreakdownReport {
  if (keys === undefined) return {};
  if (breakdown === "patterns") return { patternTotals: patternsOf(query).map((_, i) => keys.countOf(String(i))) };
  const page = keys.ranked(skip, limit).map(({ key, ...counts }) => ({ ...shortValue(key), ...counts }));
  return { values: { page, distinct: keys.size, ...keys.isFull && { isCut: true } } };
}

type BreakdownReport = Pick<SearchReport, "values" | "patternTotals">;

/** A value as it is shown: its first characters. */
function shortValue(value: string): Pick<ValueCount, "value" | "isCut"> {
  const most = LIMITS.lineChars;
  if (value.length <= most) return { value };
  const short = Array.from(value.slice(0, 2 * most)).slice(0, most).join("");
  return short.length === value.length ? { value } : { value: short + "…", isCut: true };
}

function withoutEntry({ path, count, hits, defines }: FileHits): FileHits {
  return { path, count, hits, ...(defines && { defines }) };
}

/** Whether another encoding may have other bytes for the query: ASCII is the same in nearly all. */
function mayDifferByEncoding({ query, encoding }: SearchRequest): boolean {
  return encoding === undefined && patternsOf(query).some((pattern) => /[^\0-\x7f]/.test(pattern));
}
