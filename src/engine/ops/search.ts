/**
 * Answers a search: finds files, replays an earlier search or scans, and samples the files with the most matches.
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

/** Milliseconds for listing non-UTF-8 files beside matches. */
const NON_UTF8_MS = 50;

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
  const { sink, isComplete } = yield* collectHits(pass, entries);
  const nonUtf8 = mayDifferByEncoding(request)
    ? yield* nonUtf8Files(entries, job, sink.total > 0 ? NON_UTF8_MS : Infinity)
    : [];
  const wantsSamples = request.need === "samples" || request.need === "lines";
  const top = wantsSamples ? yield* sampleFullest(pass, sink) : [];
  const cutBy = isComplete && selected.cutBy !== "timeout" ? selected.cutBy : "timeout";
  return {
    op: "search",
    files: sink.files.map(withoutEntry),
    top,
    filesMatched: sink.filesMatched,
    total: sink.total,
    records: sink.records,
    fingerprint: sink.fingerprint,
    pageUnits: sink.units,
    ...(nonUtf8.length > 0 && { nonUtf8Paths: nonUtf8 }),
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

function* collectHits(pass: SearchPass, files: readonly WalkEntry[]): Operation<Collected> {
  const { job, request } = pass, key = searchKey(request);
  const finished = job.searches.find(key), replayed = finished && (yield* replaySearch(finished, files, pass));
  if (replayed !== undefined) return { sink: replayed, isComplete: job.remainingMs() > 0 };
  const sink = new HitSink(request);
  const isScanned = files.length === 0 || (yield* pass.scanner(sink).scanFiles(files));
  const isComplete = isScanned && job.remainingMs() > 0 && sink.hardLines === 0;
  if (isComplete) job.searches.store(key, sink.fileTallies);
  return { sink, isComplete };
}

/**
 * The files with the most matches, with their first hits. They are scanned again, since they are known only at the end.
 */
function* sampleFullest(pass: SearchPass, { request, files, tallies }: HitSink): Operation<FileHits[]> {
  const top = topFiles(files, request.need === "samples" ? request.skip : 0);
  const maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
  const samples = new HitSink({ ...request, need: "lines", ...first });
  const asRead = new Map(top.flatMap(({ path }) => {
    const file = tallies.get(path)?.file;
    return file === undefined ? [] : [[path, file]];
  }));
  yield* pass.scanner(samples).scanAsRead(top.map((file) => file.entry), asRead);
  const hits = new Map(samples.files.map((file) => [file.path, file.hits]));
  return top.map(({ path, count }) => ({ path, count, hits: hits.get(path) ?? [] }));
}

function withoutEntry({ path, count, hits }: FileHits): FileHits {
  return { path, count, hits };
}
