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
import { dealt, type FileSource, findAndDeal, sourceOf } from "./file_source.ts";
import { questionOf } from "./finished_searches.ts";
import { foreignTexts, isSpeltOtherwise, noting } from "./foreign_texts.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import { recall } from "./recall.ts";
import { joined } from "./share.ts";
import { SearchPass } from "./search_pass.ts";

/** Milliseconds for what is looked at beside what was found. */
const BESIDE_MS = 50;

/**
 * Answers a SearchRequest with what this thread's share of the files holds; the first thread also tells
 * what was left out.
 * @throws ToolError for a query, glob or root that can't be used
 */
export function search(request: SearchRequest, job: Job): Operation<SearchReport> {
  // At once, not in the first step: that waits until what has changed has been told.
  return answer(new SearchPass(request, job));
}

function* answer(pass: SearchPass): Operation<SearchReport> {
  const { request, job } = pass;
  const began = performance.now();
  const given = job.share.index === 0 ? yield* findAndDeal(request, job) : dealt(job);
  const found = performance.now();
  const { source, files } = isSpeltOtherwise(request) ? noting(given) : { source: given };
  const { collector, whole } = yield* gather(pass, source);
  const foreign = files === undefined
    ? []
    : yield* foreignTexts(files, job, collector.total > 0 ? BESIDE_MS : Infinity);
  const wantsSamples = request.need === "samples" || request.need === "lines";
  const top = wantsSamples ? yield* sample(pass, collector) : [];
  const cutBy = whole && source.cutBy !== "timeout" ? source.cutBy : "timeout";
  return {
    op: "search",
    files: collector.files.map(withoutEntry),
    top,
    filesMatched: collector.filesMatched,
    total: collector.total,
    records: collector.records,
    fingerprint: collector.fingerprint,
    units: collector.units,
    ...(collector.full && { full: true }),
    ...(job.share.isWhole && { whole: true }),
    ...(foreign.length > 0 && { foreign }),
    hardLines: collector.hardLines,
    searched: collector.searched,
    matchedBytes: collector.matchedBytes,
    reads: collector.reads,
    skipped: addSkipped(source.skipped, collector.skipped),
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

function* gather(pass: SearchPass, source: FileSource): Operation<Gathered> {
  const question = questionOf(pass.request);
  const known = pass.job.finished.find(question);
  const files = known === undefined ? undefined : yield* allOf(source);
  const recalled = known && files && (yield* recall(known, files, pass));
  // Past the deadline some files may not have come.
  if (recalled !== undefined) return { collector: recalled, whole: pass.job.left() > 0 };
  const gathered = yield* scanAsTheyCome(pass, files === undefined ? source : sourceOf(files));
  if (gathered.whole) pass.job.finished.keep(question, gathered.collector.findings);
  return gathered;
}

function* scanAsTheyCome(pass: SearchPass, source: FileSource): Operation<Gathered> {
  const collector = new Collector(pass.request);
  const scan = pass.scanner(collector);
  for (;;) {
    const files = yield* source.next();
    if (files.length === 0) return { collector, whole: pass.job.left() > 0 && collector.hardLines === 0 };
    if (!(yield* scan.run(files))) return { collector, whole: false };
  }
}

function* allOf(source: FileSource): Operation<readonly FoundEntry[]> {
  const all: (readonly FoundEntry[])[] = [];
  for (;;) {
    const files = yield* source.next();
    if (files.length === 0) return joined(all);
    all.push(files);
  }
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
