/**
 * The search: find files, scan those of this thread's share, sample the fullest.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import type { SearchRequest } from "../model/request.ts";
import { LIMITS } from "../model/limits.ts";
import { Collector, topFiles } from "./collect.ts";
import { FileScan } from "./file_scan.ts";
import { findFiles } from "./find_files.ts";
import type { LoadOptions } from "./haystack.ts";
import type { Job, Operation } from "./job.ts";
import type { Matcher } from "./matcher.ts";
import { compileQuery } from "./pattern/compile_query.ts";
import { shardOf } from "./path_hash.ts";

/**
 * Answers a SearchRequest with what this thread's share of the files holds.
 * @throws ToolError for a query, glob or root that can't be used
 */
export function* search(request: SearchRequest, job: Job): Operation<SearchReport> {
  const matcher = compileQuery(request.query);
  const began = performance.now();
  const finding = yield* findFiles(request, job);
  const found = performance.now();
  const files = finding.entries.filter((e) => shardOf(e.shown, job.shard.count) === job.shard.index);
  const collector = new Collector(request);
  const whole = yield* new FileScan(job, matcher, loadOptions(request, matcher), collector).run(files);
  const top = request.need === "samples" || request.need === "lines"
    ? yield* sample(request, matcher, job, collector)
    : [];
  const timedOut = finding.cutBy === "timeout" || !whole || collector.hardLines > 0;
  const cutBy = timedOut ? "timeout" : finding.cutBy;
  return {
    op: "search",
    files: collector.files,
    top,
    filesMatched: collector.filesMatched,
    total: collector.total,
    records: collector.records,
    fingerprint: collector.fingerprint,
    hardLines: collector.hardLines,
    searched: collector.searched,
    matchedBytes: collector.matchedBytes,
    skipped: addSkipped(finding.skipped, collector.skipped),
    ...(cutBy === undefined ? {} : { cutBy }),
    notes: [],
    findMs: found - began,
    searchMs: performance.now() - found,
  };
}

function loadOptions(request: SearchRequest, matcher: Matcher): LoadOptions {
  return {
    encoding: request.encoding,
    maxFileSize: request.maxFileSize,
    whole: matcher.multiline,
    before: request.contextBefore,
    after: request.contextAfter,
  };
}

/** The fullest files with their first hits: read again, since which they are is known only now. */
function* sample(request: SearchRequest, matcher: Matcher, job: Job, seen: Collector): Operation<FileHits[]> {
  const top = topFiles(seen.files);
  const maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const samples = new Collector({ ...request, need: "lines", skip: 0, limit: Infinity, maxCount });
  const options = { ...loadOptions(request, matcher), before: 0, after: 0 };
  yield* new FileScan(job, matcher, options, samples).run(top.map((file) => seen.entryOf(file)));
  const hits = new Map(samples.files.map((file) => [file.path, file.hits]));
  return top.map((file) => ({ ...file, hits: hits.get(file.path) ?? [] }));
}
