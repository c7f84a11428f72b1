/**
 * Which of each thread's hits are on a page that several threads make: no more of them are made than that, or a little.
 * @module
 */
import type { FileHits, SearchReport } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import { comparePaths } from "../model/place.ts";

/** Hits of one thread, by their order in all its files. */
export interface Stretch {
  readonly skip: number;
  readonly limit: number;
}

/** So much more than an even share of a page each thread makes unasked, and at least so many hits. */
const AMPLE = 1.2, LEAST = 32;

/** Whether a page can be cut before its hits are made: a file has as many as it has matching lines. */
export function isByLine({ query }: SearchRequest): boolean {
  return !query.multiline;
}

/** What each thread is asked first: its share of a first page; for a later one, no more than how many hits there are. */
export function firstShare(request: SearchRequest, threads: number): SearchRequest {
  const { skip, limit } = request;
  if (!isByLine(request)) return { ...request, skip: 0, limit: skip + limit };
  const even = Math.ceil(AMPLE * limit / threads) + LEAST;
  return { ...request, skip: 0, limit: skip > 0 ? 0 : Math.min(limit, even) };
}

/** A page as far as threads have made it. */
export interface Page {
  /** What each thread is still to make of it. */
  readonly missing: readonly Stretch[];
  /** Hits that are there before the first that is missing. */
  readonly whole: number;
}

/** How far threads that were asked for `firstShare` have made a page. */
export function pageOf(reports: readonly SearchReport[], { skip, limit }: SearchRequest): Page {
  const before = reports.map(() => 0), on = reports.map(() => 0);
  let index = 0, whole: number | undefined;
  for (const { file, thread } of inPathOrder(reports)) {
    if (index >= skip + limit) break;
    const first = Math.max(0, Math.min(file.count, skip - index));
    const wanted = Math.min(file.count, skip + limit - index) - first;
    const there = skip > 0 ? 0 : Math.min(wanted, file.hits.length);
    if (there < wanted) whole ??= Math.max(0, index - skip) + there;
    before[thread] += first;
    on[thread] += wanted;
    index += file.count;
  }
  const made = reports.map(({ files }) => files.reduce((sum, { hits }) => sum + hits.length, 0));
  const missing = reports.map((_, i) => {
    const from = Math.max(before[i], made[i]), to = before[i] + on[i];
    return from < to ? { skip: from, limit: to - from } : { skip: 0, limit: 0 };
  });
  return { missing, whole: whole ?? limit };
}

/** A thread's report with the hits that it was asked for later; undefined where something has changed meanwhile. */
export function withMore(report: SearchReport, later: SearchReport | undefined): SearchReport | undefined {
  if (later?.fingerprint !== report.fingerprint || later?.total !== report.total || later.cutBy === "timeout") {
    return undefined;
  }
  const more = new Map(later.files.map(({ path, hits }) => [path, hits]));
  const files = report.files.map((file) => {
    const hits = more.get(file.path) ?? [];
    return hits.length === 0 ? file : { ...file, hits: [...file.hits, ...hits] };
  });
  return { ...report, files, units: report.units + later.units, ...later.full && { full: true } };
}

/** Files of all threads, each with the thread it is of. */
function* inPathOrder(reports: readonly SearchReport[]): Generator<{ file: FileHits; thread: number }, void, void> {
  const next = reports.map(() => 0);
  for (;;) {
    let first: FileHits | undefined, thread = -1;
    for (const [i, { files }] of reports.entries()) {
      const file = files[next[i]];
      if (file === undefined || first !== undefined && comparePaths(first.path, file.path) <= 0) continue;
      [first, thread] = [file, i];
    }
    if (first === undefined) return;
    next[thread]++;
    yield { file: first, thread };
  }
}
