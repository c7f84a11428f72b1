/**
 * The search: find files, answer from an earlier search or scan them, sample the fullest.
 * @module
 */
import type { FileHits, SearchReport } from "../../model/report.ts";
import { addSkipped } from "../../model/skipped.ts";
import type { SearchRequest } from "../../model/request.ts";
import { LIMITS } from "../../model/limits.ts";
import { HitSink, topFiles } from "../scan/hit_sink.ts";
import { selectFiles } from "../find/select_files.ts";
import { searchKey } from "../cache/search_cache.ts";
import { mayDifferByEncoding, nonUtf8Files } from "./non_utf8_files.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import type { Job } from "../run/job.ts";
import type { Operation } from "../task/operation.ts";
import { replaySearch } from "./replay_search.ts";
import { SearchPass } from "./search_pass.ts";

/** Milliseconds for what is looked at beside what was found. */
const NON_UTF8_MS = 50;

/**
 * Answers a SearchRequest.
 * @throws ToolError for a query, glob or root that can't be used
 */
export function search(request: SearchRequest, job: Job): Operation<SearchReport> {
  // At once, not in the first step: that waits until what has changed has been told.
  return runSearch(new SearchPass(request, job));
}

function* runSearch(pass: SearchPass): Operation<SearchReport> {
  const { request, job } = pass;
  const began = performance.now();
  const finding = yield* selectFiles(request, job), { entries } = finding;
  const found = performance.now();
  const { collector, isComplete: whole } = yield* collectHits(pass, entries);
  const foreign = mayDifferByEncoding(request)
    ? yield* nonUtf8Files(entries, job, collector.total > 0 ? NON_UTF8_MS : Infinity)
    : [];
  const wantsSamples = request.need === "samples" || request.need === "lines";
  const top = wantsSamples ? yield* sampleFullest(pass, collector) : [];
  const cutBy = whole && finding.cutBy !== "timeout" ? finding.cutBy : "timeout";
  return {
    op: "search",
    files: collector.files.map(withoutEntry),
    top,
    filesMatched: collector.filesMatched,
    total: collector.total,
    records: collector.records,
    fingerprint: collector.fingerprint,
    pageUnits: collector.units,
    ...(foreign.length > 0 && { nonUtf8Paths: foreign }),
    timedOutLines: collector.hardLines,
    searched: collector.searched,
    matchedBytes: collector.matchedBytes,
    reads: collector.reads,
    skipped: addSkipped(finding.skipped, collector.skipped),
    ...(cutBy === undefined ? {} : { cutBy }),
    findMs: found - began,
    searchMs: performance.now() - found,
  };
}

/** What was gathered, and whether that is all there is. */
interface Collected {
  readonly collector: HitSink;
  readonly isComplete: boolean;
}

function* collectHits(pass: SearchPass, files: readonly WalkEntry[]): Operation<Collected> {
  const { job, request } = pass, question = searchKey(request);
  const known = job.searches.find(question), recalled = known && (yield* replaySearch(known, files, pass));
  if (recalled !== undefined) return { collector: recalled, isComplete: job.remainingMs() > 0 };
  const collector = new HitSink(request);
  const isScanned = files.length === 0 || (yield* pass.scanner(collector).scanFiles(files));
  const whole = isScanned && job.remainingMs() > 0 && collector.hardLines === 0;
  if (whole) job.searches.store(question, collector.fileTallies);
  return { collector, isComplete: whole };
}

/** The fullest files with their first hits: scanned again, since which they are is known only now. */
function* sampleFullest(pass: SearchPass, { request, files, tallies }: HitSink): Operation<FileHits[]> {
  const top = topFiles(files, request.need === "samples" ? request.skip : 0);
  const maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
  const samples = new HitSink({ ...request, need: "lines", ...first });
  const asRead = new Map(top.flatMap(({ path }) => {
    const mark = tallies.get(path)?.file;
    return mark === undefined ? [] : [[path, mark]];
  }));
  yield* pass.scanner(samples).scanAsRead(top.map((file) => file.entry), asRead);
  const hits = new Map(samples.files.map((file) => [file.path, file.hits]));
  return top.map(({ path, count }) => ({ path, count, hits: hits.get(path) ?? [] }));
}

function withoutEntry({ path, count, hits }: FileHits): FileHits {
  return { path, count, hits };
}
