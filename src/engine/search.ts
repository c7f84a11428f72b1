/**
 * The search: find files, answer from an earlier search or scan those of this thread's share, sample the
 * fullest.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import type { SearchRequest } from "../model/request.ts";
import { LIMITS } from "../model/limits.ts";
import { Collector, topFiles } from "./collect.ts";
import type { FoundEntry } from "./find.ts";
import { findFiles } from "./find_files.ts";
import { questionOf } from "./finished_searches.ts";
import type { Job, Operation } from "./job.ts";
import { shardOf } from "./path_hash.ts";
import { recall } from "./recall.ts";
import { SearchPass } from "./search_pass.ts";

/**
 * Answers a SearchRequest with what this thread's share of the files holds.
 * @throws ToolError for a query, glob or root that can't be used
 */
export function* search(request: SearchRequest, job: Job): Operation<SearchReport> {
  const pass = new SearchPass(request, job);
  const began = performance.now();
  const finding = yield* findFiles(request, job);
  const found = performance.now();
  const files = finding.entries.filter((e) => shardOf(e.shown, job.shard.count) === job.shard.index);
  const { collector, whole } = yield* gather(pass, files);
  // Every thread finds all files; what finding leaves out is counted by one of them.
  const leftOut = job.shard.index === 0 ? finding.skipped : {};
  const wantsSamples = request.need === "samples" || request.need === "lines";
  const top = wantsSamples ? yield* sample(pass, collector) : [];
  const timedOut = finding.cutBy === "timeout" || !whole;
  const cutBy = timedOut ? "timeout" : finding.cutBy;
  return {
    op: "search",
    files: collector.files.map(withoutEntry),
    top,
    filesMatched: collector.filesMatched,
    total: collector.total,
    records: collector.records,
    fingerprint: collector.fingerprint,
    hardLines: collector.hardLines,
    searched: collector.searched,
    matchedBytes: collector.matchedBytes,
    skipped: addSkipped(leftOut, collector.skipped),
    ...(cutBy === undefined ? {} : { cutBy }),
    notes: [],
    findMs: found - began,
    searchMs: performance.now() - found,
  };
}

/** What was gathered, and whether that is all there is. */
interface Gathered {
  readonly collector: Collector;
  readonly whole: boolean;
}

function* gather(pass: SearchPass, files: readonly FoundEntry[]): Operation<Gathered> {
  const { request, job } = pass;
  const question = questionOf(request, job.shard);
  const known = job.finished.find(question);
  const recalled = known && (yield* recall(known, files, pass));
  if (recalled !== undefined) return { collector: recalled, whole: true };
  const collector = new Collector(request);
  const whole = (yield* pass.scan(files, collector)) && collector.hardLines === 0;
  if (whole) job.finished.keep(question, collector.tallies);
  return { collector, whole };
}

/** The fullest files with their first hits: read again, since which they are is known only now. */
function* sample(pass: SearchPass, { request, files }: Collector): Operation<FileHits[]> {
  const top = topFiles(files);
  const maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
  const samples = new Collector({ ...request, need: "lines", ...first });
  yield* pass.scan(top.map((file) => file.entry), samples);
  const hits = new Map(samples.files.map((file) => [file.path, file.hits]));
  return top.map(({ path, count }) => ({ path, count, hits: hits.get(path) ?? [] }));
}

function withoutEntry({ path, count, hits }: FileHits): FileHits {
  return { path, count, hits };
}
