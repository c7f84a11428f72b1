/**
 * Explains why a call found nothing: counts what it would find, were it meant in other ways.
 *
 * Readings that search the same files share one pass over them: each file is read once, and each query counted in it.
 * @module
 */
import type { ExplainZeroReport, ReadingFound } from "../model/report.ts";
import type { ExplainZeroRequest, NearestRequest, Reading, SearchRequest } from "../model/request.ts";
import { Collector } from "./collect.ts";
import type { FileScan } from "./file_scan.ts";
import { findFiles } from "./find_files.ts";
import type { KnownFindings } from "./find_left_out.ts";
import { questionOf } from "./finished_searches.ts";
import type { FoundEntry } from "./found_entry.ts";
import { globFiles } from "./glob_files.ts";
import type { Job } from "./job.ts";
import { findListed } from "./list.ts";
import { locate } from "./locate.ts";
import { nearestPaths } from "./nearest_paths.ts";
import { isFault, type Operation } from "./operation.ts";
import { SearchPass } from "./search_pass.ts";

/** Paths that are reported of one reading. */
const PATHS = 20;
/** Files that are read before the next query is counted in them, where not all files are in memory. */
const PIECE = 60;

/** What the readings of a request share. */
interface Pass {
  readonly job: Job;
  readonly known: KnownFindings;
}

const NOTHING: ReadingFound = { total: 0, paths: [] }, UNREAD: ReadingFound = { ...NOTHING, cutBy: "timeout" };

/**
 * Answers an ExplainZeroRequest as far as its time allows. A reading that can't be asked finds nothing: an explanation is
 * not worth an error.
 */
export function* explainZero({ stages }: ExplainZeroRequest, job: Job): Operation<ExplainZeroReport> {
  const read: (readonly ReadingFound[])[] = [];
  const pass = { job, known: new Map() };
  for (const stage of stages) {
    const found = yield* readStage(stage, pass);
    read.push(found);
    if (job.left() <= 0 || found.some(({ total }, i) => total > 0 && !stage[i].isProbe)) break;
  }
  return { op: "explain_zero", stages: read };
}

/** What each reading of a stage finds; `UNREAD` where no time is left for it. */
function* readStage(stage: readonly Reading[], pass: Pass): Operation<readonly ReadingFound[]> {
  const rows: ReadingFound[] = stage.map(() => UNREAD), answered = new Set<string | undefined>();
  for (const group of groupsOf(stage)) {
    if (pass.job.left() <= 0) break;
    const needed = group.filter((i) => !answered.has(stage[i].once));
    const found = yield* countedTogether(needed.map((i) => stage[i].request), pass);
    for (const i of group) rows[i] = found[needed.indexOf(i)] ?? NOTHING;
    for (const i of needed) if (rows[i].total > 0 && stage[i].once !== undefined) answered.add(stage[i].once);
  }
  return rows;
}

/** Indices of readings: those of searches in the same files together, each other one alone. */
function groupsOf(stage: readonly Reading[]): Iterable<readonly number[]> {
  return Map.groupBy(stage.keys(), (i) => {
    const { request } = stage[i];
    return request.op === "search" ? JSON.stringify([request.scope, request.find, request.leftOutBy]) : i;
  }).values();
}

/** @param requests searches in the same files, or a single other request */
function* countedTogether(requests: readonly Reading["request"][], pass: Pass): Operation<readonly ReadingFound[]> {
  const [first] = requests, searches = requests.filter((request) => request.op === "search");
  if (first === undefined) return [];
  try {
    return first.op === "search" ? yield* counts(searches, pass) : [yield* counted(first, pass)];
  } catch (error) {
    if (!isFault(error)) throw error;
    return requests.map(() => error.key === "timeout" ? UNREAD : NOTHING);
  }
}

function* counted(request: Exclude<Reading["request"], SearchRequest>, { job, known }: Pass): Operation<ReadingFound> {
  if (request.op === "nearest") return yield* nearest(request, job);
  if (request.op === "glob") return shortened(yield* globFiles(request, job));
  const { entries, cutBy } = yield* findListed(request, job, known);
  return shortened({ total: entries.length, paths: entries.slice(0, PATHS).map(({ shown }) => shown), cutBy });
}

function shortened({ total, paths, cutBy }: Pick<ReadingFound, "total" | "paths" | "cutBy">): ReadingFound {
  return { total, paths: paths.slice(0, PATHS), ...(cutBy && { cutBy }) };
}

/** Nothing is nearest to a path that exists. */
function* nearest(request: NearestRequest, job: Job): Operation<ReadingFound> {
  const { path, timeoutMs } = request;
  const { places: [place] } = yield* locate({ op: "locate", paths: [path], timeoutMs }, job);
  if (place?.kind !== "missing") return NOTHING;
  const { paths } = yield* nearestPaths(request, job);
  return { total: paths.length, paths };
}

/** One of several queries that are counted in the same files. */
interface Count {
  readonly collector: Collector;
  readonly scan: FileScan;
}

function* counts(requests: readonly SearchRequest[], { job, known }: Pass): Operation<readonly ReadingFound[]> {
  const all = requests.map((request) => countOf(request, job)), compiled = all.filter((one) => one !== undefined);
  const { entries, cutBy } = yield* findFiles(requests[0], job, known);
  const isWhole = yield* countAll(compiled, entries, job);
  if (isWhole) { for (const { collector } of compiled) keepFound(collector, job); }
  return all.map((one) => one === undefined ? NOTHING : foundBy(one.collector, isWhole ? cutBy : "timeout"));
}

/** Undefined where the query does not compile. */
function countOf(request: SearchRequest, job: Job): Count | undefined {
  try {
    const collector = new Collector(request);
    return { collector, scan: new SearchPass(request, job).scanner(collector) };
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}

/** Keeps what the advised search will ask for. */
function keepFound(collector: Collector, { finished }: Job): void {
  if (collector.total > 0 && collector.hardLines === 0) {
    finished.keep(questionOf(collector.request), collector.findings);
  }
}

/** Counts every query in a piece of the files before the next piece is read; false when time ran out. */
function* countAll(all: readonly Count[], files: readonly FoundEntry[], job: Job): Operation<boolean> {
  const isInMemory = all.length === 1 || job.residence.roll(files)?.isInMemory === true;
  const piece = isInMemory ? files.length : PIECE;
  for (let at = 0; at < files.length; at += piece) {
    const some = isInMemory ? files : files.slice(at, at + piece);
    for (const { scan } of all) if (!(yield* scan.run(some))) return false;
  }
  return true;
}

function foundBy({ total, files, hardLines }: Collector, cutBy: ReadingFound["cutBy"]): ReadingFound {
  const [hit] = files.flatMap(({ hits }) => hits), line = hit && new TextEncoder().encode(hit.line);
  return {
    ...shortened({ total, paths: files.map(({ path }) => path), cutBy: hardLines > 0 ? "timeout" : cutBy }),
    ...(line && { text: new TextDecoder().decode(line.subarray(...hit.spans[0])) }),
  };
}
