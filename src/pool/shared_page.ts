/**
 * A page of hits that several threads make together: each makes those that are on it, and few others.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import type { FileHits, SearchReport } from "../model/report.ts";
import type { SearchRequest } from "../model/request.ts";
import { comparePaths } from "../model/place.ts";
import { merge, type Stretch, withoutLines } from "./merge.ts";

/** So much more than an even share of a page each thread makes unasked, and so many hits more. */
const AMPLE = 1.2, MORE = 32;

/** Whether a file has as many hits as it has matching lines: then a page can be cut before they are made. */
export function isByLine({ query }: SearchRequest): boolean {
  return !query.multiline;
}

/**
 * What each thread is asked first: its share of a first page; for a later one, no more than how many hits there are.
 */
export function firstShare(request: SearchRequest, threads: number): SearchRequest {
  const { skip, limit } = request;
  if (!isByLine(request)) return { ...request, skip: 0, limit: skip + limit };
  const share = Math.ceil(AMPLE * limit / threads) + MORE;
  return { ...request, skip: 0, limit: skip > 0 ? 0 : Math.min(limit, share) };
}

/** A page as far as threads have made it. */
export class SharedPage {
  /**
   * What each thread is still to make of it; `alone`: one has to make all of it; `done`: there is no more to be had.
   */
  readonly next: readonly Stretch[] | "alone" | "done";
  /** Hits on the page before the first that is missing. */
  readonly #there: number;

  /** @param reports of threads that were asked for `firstShare` */
  constructor(readonly reports: readonly SearchReport[], readonly request: SearchRequest) {
    const { need, limit } = request;
    const found = need === "lines" && isByLine(request) ? this.#gaps() : { missing: [], there: limit };
    this.next = this.#nextOf(found.missing);
    this.#there = found.there;
  }

  #nextOf(missing: readonly Stretch[]): SharedPage["next"] {
    if (this.reports.some(({ cutBy }) => cutBy === "timeout")) return "done";
    if (this.#isFull || this.#isTooLong) return "alone";
    return missing.every(({ limit }) => limit === 0) ? "done" : missing;
  }

  /** Where one thread's page ends for its length is no place for the page of them all to end. */
  get #isFull(): boolean {
    return this.reports.some(({ full }) => full);
  }

  /** The parts of a page may be too much together though none is by itself. */
  get #isTooLong(): boolean {
    return this.reports.reduce((sum, { units }) => sum + units, 0) > LIMITS.pageText;
  }

  /** The report of all, with the page as far as it goes. */
  get report(): SearchReport {
    const { reports, request } = this;
    if (this.#isFull) return withoutLines(merge(reports, request));
    return merge(reports, isByLine(request) ? { skip: 0, limit: this.#there } : request);
  }

  /** The page with what was missing; undefined where that can't be, since something has changed meanwhile. */
  with(later: readonly SearchReport[]): SharedPage | undefined {
    const reports = this.reports.map((report, i) => withMore(report, later[i])).filter((one) => one !== undefined);
    return reports.length < this.reports.length ? undefined : new SharedPage(reports, this.request);
  }

  /** A later page has none but its own hits. */
  #gaps(): { missing: Stretch[]; there: number } {
    const { reports, request: { skip, limit } } = this;
    const made = reports.map(({ files }) => files.reduce((sum, { hits }) => sum + hits.length, 0));
    const before = reports.map(() => 0), wanted = reports.map(() => 0);
    let index = 0, there: number | undefined;
    for (const { file, thread } of inPathOrder(reports)) {
      if (index >= skip + limit) break;
      const first = Math.max(0, Math.min(file.count, skip - index));
      const own = Math.min(file.count, skip + limit - index) - first;
      if (file.hits.length < own) there ??= Math.max(0, index - skip) + file.hits.length;
      before[thread] += first;
      wanted[thread] += own;
      index += file.count;
    }
    // A first page's hits are made from the first on; of a later one all are made at once.
    const missing = reports.map((_, i) => {
      const rest = wanted[i] - made[i];
      return rest > 0 ? { skip: before[i] + made[i], limit: rest } : { skip: 0, limit: 0 };
    });
    return { missing, there: there ?? limit };
  }
}

/** A thread's report with hits that it made later. */
function withMore(report: SearchReport, later: SearchReport | undefined): SearchReport | undefined {
  if (later === undefined || later.cutBy === "timeout") return undefined;
  if (later.fingerprint !== report.fingerprint || later.total !== report.total) return undefined;
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
