/**
 * The search: find files, answer from an earlier search or scan them, sample the fullest.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import type { SearchRequest } from "../model/request.ts";
import { LIMITS } from "../model/limits.ts";
import { Collector, topFiles } from "./collect.ts";
import { findFiles } from "./find_files.ts";
import { questionOf } from "./finished_searches.ts";
import { foreignTexts, isSpeltOtherwise } from "./foreign_texts.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { recall } from "./recall.ts";
import { SearchPass } from "./search_pass.ts";

/** Milliseconds for what is looked at beside what was found. */
const BESIDE_MS = 50;

/**
 * Answers a SearchRequest.
 * @throws ToolError for a query, glob or root that can't be used
 */
export function search(request: SearchRequest, job: Job): Operation<SearchReport> {
  // At once, not in the first step: that waits until what has changed has been told.
  return answer(new SearchPass(request, job));
}

function* answer(pass: SearchPass): Operation<SearchReport> {
  const { request, job } = pass;
  const began = performance.now();
  const finding = yield* findFiles(request, job), { entries } = finding;
  const found = performance.now();
  const { collector, whole } = yield* gather(pass, entries);
  const foreign = isSpeltOtherwise(request)
    ? yield* foreignTexts(entries, job, collector.total > 0 ? BESIDE_MS : Infinity)
    : [];
  const wantsSamples = request.need === "samples" || request.need === "lines";
  const top = wantsSamples ? yield* sample(pass, collector) : [];
  const cutBy = whole && finding.cutBy !== "timeout" ? finding.cutBy : "timeout";
  return {
    op: "search",
    files: collector.files.map(withoutEntry),
    top,
    filesMatched: collector.filesMatched,
    total: collector.total,
    records: collector.records,
    fingerprint: collector.fingerprint,
    units: collector.units,
    ...(foreign.length > 0 && { foreign }),
    hardLines: collector.hardLines,
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
interface Gathered {
  readonly collector: Collector;
  readonly whole: boolean;
}

function* gather(pass: SearchPass, files: readonly FoundEntry[]): Operation<Gathered> {
  const { job, request } = pass, question = questionOf(request);
  const known = job.finished.find(question), recalled = known && (yield* recall(known, files, pass));
  if (recalled !== undefined) return { collector: recalled, whole: job.left() > 0 };
  const collector = new Collector(request);
  const isScanned = files.length === 0 || (yield* pass.scanner(collector).run(files));
  const whole = isScanned && job.left() > 0 && collector.hardLines === 0;
  if (whole) job.finished.keep(question, collector.findings);
  return { collector, whole };
}

/** The fullest files with their first hits: scanned again, since which they are is known only now. */
function* sample(pass: SearchPass, { request, files, tallies }: Collector): Operation<FileHits[]> {
  const top = topFiles(files, request.need === "samples" ? request.skip : 0);
  const maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
  const samples = new Collector({ ...request, need: "lines", ...first });
  const asRead = new Map(top.flatMap(({ path }) => {
    const mark = tallies.get(path)?.mark;
    return mark === undefined ? [] : [[path, mark]];
  }));
  yield* pass.scanner(samples).runAsRead(top.map((file) => file.entry), asRead);
  const hits = new Map(samples.files.map((file) => [file.path, file.hits]));
  return top.map(({ path, count }) => ({ path, count, hits: hits.get(path) ?? [] }));
}

function withoutEntry({ path, count, hits }: FileHits): FileHits {
  return { path, count, hits };
}
