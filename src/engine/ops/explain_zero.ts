/**
 * Explains why a call found nothing: counts what it would find, were it meant in other ways.
 *
 * Readings that search the same files share one pass over them: each file is read once, and each query counted in it.
 * @module
 */
import type { AlternativeResult, ExplainZeroReport } from "../../model/report.ts";
import type { Alternative, ExplainZeroRequest, NearestRequest, SearchRequest } from "../../model/request.ts";
import { HitSink } from "../scan/hit_sink.ts";
import type { FileScanner } from "../scan/file_scanner.ts";
import { selectFiles } from "../find/select_files.ts";
import type { RequestResults } from "../find/find_excluded.ts";
import { searchKey } from "../cache/search_cache.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { globFiles } from "./glob_files.ts";
import type { Job } from "../run/job.ts";
import { findListed } from "./list.ts";
import { locate } from "./locate.ts";
import { nearestPaths } from "./nearest_paths.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { SearchPass } from "./search_pass.ts";

/** Paths that are reported of one reading. */
const MAX_REPORTED_PATHS = 20;
/** Files that are read before the next query is counted in them, where not all files are in memory. */
const FILES_PER_PIECE = 60;

/** What the readings of a request share. */
interface SharedState {
  readonly job: Job;
  readonly knownFinds: RequestResults;
}

const NO_RESULT: AlternativeResult = { total: 0, paths: [] },
  OUT_OF_TIME: AlternativeResult = { ...NO_RESULT, cutBy: "timeout" };

/**
 * Answers an ExplainZeroRequest as far as its time allows. A reading that can't be asked finds nothing: an explanation is
 * not worth an error.
 */
export function* explainZero({ stages }: ExplainZeroRequest, job: Job): Operation<ExplainZeroReport> {
  const read: (readonly AlternativeResult[])[] = [];
  const pass = { job, knownFinds: new Map() };
  for (const stage of stages) {
    const found = yield* runStage(stage, pass);
    read.push(found);
    if (job.remainingMs() <= 0 || found.some(({ total }, i) => total > 0 && !stage[i].isProbe)) break;
  }
  return { op: "explain_zero", stages: read };
}

/** What each reading of a stage finds; `UNREAD` where no time is left for it. */
function* runStage(stage: readonly Alternative[], pass: SharedState): Operation<readonly AlternativeResult[]> {
  const rows: AlternativeResult[] = stage.map(() => OUT_OF_TIME), answered = new Set<string | undefined>();
  for (const group of groupByFiles(stage)) {
    if (pass.job.remainingMs() <= 0) break;
    const needed = group.filter((i) => !answered.has(stage[i].onceKey));
    const found = yield* runGroup(needed.map((i) => stage[i].request), pass);
    for (const i of group) rows[i] = found[needed.indexOf(i)] ?? NO_RESULT;
    for (const i of needed) if (rows[i].total > 0 && stage[i].onceKey !== undefined) answered.add(stage[i].onceKey);
  }
  return rows;
}

/** Indices of readings: those of searches in the same files together, each other one alone. */
function groupByFiles(stage: readonly Alternative[]): Iterable<readonly number[]> {
  return Map.groupBy(stage.keys(), (i) => {
    const { request } = stage[i];
    return request.op === "search" ? JSON.stringify([request.scope, request.find, request.excludedBy]) : i;
  }).values();
}

/** @param requests searches in the same files, or a single other request */
function* runGroup(
  requests: readonly Alternative["request"][],
  pass: SharedState,
): Operation<readonly AlternativeResult[]> {
  const [first] = requests, searches = requests.filter((request) => request.op === "search");
  if (first === undefined) return [];
  try {
    return first.op === "search" ? yield* countSearches(searches, pass) : [yield* runReading(first, pass)];
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return requests.map(() => error.key === "timeout" ? OUT_OF_TIME : NO_RESULT);
  }
}

function* runReading(
  request: Exclude<Alternative["request"], SearchRequest>,
  { job, knownFinds: known }: SharedState,
): Operation<AlternativeResult> {
  if (request.op === "nearest") return yield* nearestIfMissing(request, job);
  if (request.op === "glob") return truncatePaths(yield* globFiles(request, job));
  const { entries, cutBy } = yield* findListed(request, job, known);
  return truncatePaths({
    total: entries.length,
    paths: entries.slice(0, MAX_REPORTED_PATHS).map(({ shown }) => shown),
    cutBy,
  });
}

function truncatePaths(
  { total, paths, cutBy }: Pick<AlternativeResult, "total" | "paths" | "cutBy">,
): AlternativeResult {
  return { total, paths: paths.slice(0, MAX_REPORTED_PATHS), ...(cutBy && { cutBy }) };
}

/** Nothing is nearest to a path that exists. */
function* nearestIfMissing(request: NearestRequest, job: Job): Operation<AlternativeResult> {
  const { path, timeoutMs } = request;
  const { places: [place] } = yield* locate({ op: "locate", paths: [path], timeoutMs }, job);
  if (place?.kind !== "missing") return NO_RESULT;
  const { paths } = yield* nearestPaths(request, job);
  return { total: paths.length, paths };
}

/** One of several queries that are counted in the same files. */
interface CountingSearch {
  readonly collector: HitSink;
  readonly scanner: FileScanner;
}

function* countSearches(
  requests: readonly SearchRequest[],
  { job, knownFinds: known }: SharedState,
): Operation<readonly AlternativeResult[]> {
  const all = requests.map((request) => countingSearch(request, job)),
    compiled = all.filter((one) => one !== undefined);
  const { entries, cutBy } = yield* selectFiles(requests[0], job, known);
  const isWhole = yield* countAll(compiled, entries, job);
  if (isWhole) { for (const { collector } of compiled) storeSearch(collector, job); }
  return all.map((one) => one === undefined ? NO_RESULT : readingFound(one.collector, isWhole ? cutBy : "timeout"));
}

/** Undefined where the query does not compile. */
function countingSearch(request: SearchRequest, job: Job): CountingSearch | undefined {
  try {
    const collector = new HitSink(request);
    return { collector, scanner: new SearchPass(request, job).scanner(collector) };
  } catch (error) {
    if (isRecoverable(error)) return undefined;
    throw error;
  }
}

/** Keeps what the advised search will ask for. */
function storeSearch(collector: HitSink, { searches: finished }: Job): void {
  if (collector.total > 0 && collector.hardLines === 0) {
    finished.store(searchKey(collector.request), collector.fileTallies);
  }
}

/** Counts every query in a piece of the files before the next piece is read; false when time ran out. */
function* countAll(all: readonly CountingSearch[], files: readonly WalkEntry[], job: Job): Operation<boolean> {
  const isInMemory = all.length === 1 || job.cache.listOf(files)?.isInMemory === true;
  const piece = isInMemory ? files.length : FILES_PER_PIECE;
  for (let at = 0; at < files.length; at += piece) {
    const some = isInMemory ? files : files.slice(at, at + piece);
    for (const { scanner: scan } of all) if (!(yield* scan.scanFiles(some))) return false;
  }
  return true;
}

function readingFound({ total, files, hardLines }: HitSink, cutBy: AlternativeResult["cutBy"]): AlternativeResult {
  const [hit] = files.flatMap(({ hits }) => hits), line = hit && new TextEncoder().encode(hit.line);
  return {
    ...truncatePaths({ total, paths: files.map(({ path }) => path), cutBy: hardLines > 0 ? "timeout" : cutBy }),
    ...(line && { text: new TextDecoder().decode(line.subarray(...hit.spans[0])) }),
  };
}
