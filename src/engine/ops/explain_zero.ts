/**
 * Explains why a call found nothing: counts what alternatives to it would find.
 *
 * Alternatives that search the same files share one pass over them: each file is read once, and all queries are counted
 * in it.
 * @module
 */
import type { AlternativeResult, ExplainZeroReport } from "../../model/report.ts";
import type { Alternative, ExplainZeroRequest, NearestRequest, SearchRequest } from "../../model/request.ts";
import { searchKey } from "../cache/search_cache.ts";
import { selectFiles } from "../find/find.ts";
import type { RequestResults } from "../find/find_excluded.ts";
import type { Job } from "../run/job.ts";
import type { FileScanner } from "../scan/file_scanner.ts";
import { HitSink } from "../scan/hit_sink.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { globFiles } from "./glob_files.ts";
import { findListed } from "./list.ts";
import { locate } from "./locate.ts";
import { nearestPaths } from "./nearest_paths.ts";
import { SearchPass } from "./search_pass.ts";

/** Paths reported for one alternative. */
const MAX_REPORTED_PATHS = 20;
/** Files that are read before the next query is counted in them, unless all files are in memory. */
const FILES_PER_PIECE = 60;

type Results = readonly AlternativeResult[];

/** State that the alternatives of a request share. */
interface SharedState {
  readonly job: Job;
  readonly knownFinds: RequestResults;
}

const NO_RESULT: AlternativeResult = { total: 0, paths: [] };
const OUT_OF_TIME: AlternativeResult = { ...NO_RESULT, cutBy: "timeout" };

/**
 * Answers an ExplainZeroRequest as far as its time allows. An alternative that is refused finds nothing: an explanation
 * is not worth an error.
 */
export function* explainZero({ stages }: ExplainZeroRequest, job: Job): Operation<ExplainZeroReport> {
  const results: Results[] = [], shared = { job, knownFinds: new Map() };
  for (const stage of stages) {
    const found = yield* runStage(stage, shared);
    results.push(found);
    if (job.remainingMs() <= 0 || found.some(({ total }, i) => total > 0 && !stage[i].isProbe)) break;
  }
  return { op: "explain_zero", stages: results };
}

/** Runs each alternative of a stage; the result is `OUT_OF_TIME` if no time is left for it. */
function* runStage(stage: readonly Alternative[], shared: SharedState): Operation<Results> {
  const results: AlternativeResult[] = stage.map(() => OUT_OF_TIME), answered = new Set<string | undefined>();
  for (const group of groupByFiles(stage)) {
    if (shared.job.remainingMs() <= 0) break;
    const needed = group.filter((i) => !answered.has(stage[i].onceKey));
    const found = yield* runGroup(needed.map((i) => stage[i].request), shared);
    for (const i of group) results[i] = found[needed.indexOf(i)] ?? NO_RESULT;
    for (const i of needed) if (results[i].total > 0 && stage[i].onceKey !== undefined) answered.add(stage[i].onceKey);
  }
  return results;
}

/** Indices of alternatives: searches in the same files are grouped, each other one is alone. */
function groupByFiles(stage: readonly Alternative[]): Iterable<readonly number[]> {
  return Map.groupBy(stage.keys(), (i) => {
    const { request } = stage[i];
    return request.op === "search" ? JSON.stringify([request.scope, request.find, request.excludedBy]) : i;
  }).values();
}

/** @param requests searches in the same files, or a single other request */
function* runGroup(requests: readonly Alternative["request"][], shared: SharedState): Operation<Results> {
  const [first] = requests, searches = requests.filter((request) => request.op === "search");
  if (first === undefined) return [];
  try {
    return first.op === "search" ? yield* countSearches(searches, shared) : [yield* runAlternative(first, shared)];
  } catch (error) {
    if (!isRecoverable(error)) throw error;
    return requests.map(() => error.key === "timeout" ? OUT_OF_TIME : NO_RESULT);
  }
}

function* runAlternative(
  request: Exclude<Alternative["request"], SearchRequest>,
  { job, knownFinds }: SharedState,
): Operation<AlternativeResult> {
  if (request.op === "nearest") return yield* nearestIfMissing(request, job);
  if (request.op === "glob") return truncatePaths(yield* globFiles(request, job));
  const { entries, cutBy } = yield* findListed(request, job, knownFinds);
  const paths = entries.slice(0, MAX_REPORTED_PATHS).map(({ shown }) => shown);
  return { total: entries.length, paths, ...(cutBy && { cutBy }) };
}

function truncatePaths(
  { total, paths, cutBy }: Pick<AlternativeResult, "total" | "paths" | "cutBy">,
): AlternativeResult {
  return { total, paths: paths.slice(0, MAX_REPORTED_PATHS), ...(cutBy && { cutBy }) };
}

/** An existing path has no nearest paths. */
function* nearestIfMissing(request: NearestRequest, job: Job): Operation<AlternativeResult> {
  const { path, timeoutMs } = request;
  const { places: [place] } = yield* locate({ op: "locate", paths: [path], timeoutMs }, job);
  if (place?.kind !== "missing") return NO_RESULT;
  const { paths } = yield* nearestPaths(request, job);
  return { total: paths.length, paths };
}

/** One of several queries that are counted in the same files. */
interface CountingSearch {
  readonly sink: HitSink;
  readonly scanner: FileScanner;
}

function* countSearches(requests: readonly SearchRequest[], { job, knownFinds }: SharedState): Operation<Results> {
  const searches = requests.map((request) => countingSearch(request, job));
  const compiled = searches.filter((search) => search !== undefined);
  const { entries, cutBy } = yield* selectFiles(requests[0], job, knownFinds);
  const isComplete = yield* countAll(compiled, entries, job);
  if (isComplete) { for (const { sink } of compiled) storeSearch(sink, job); }
  return searches.map((search) => search ? resultOf(search.sink, isComplete ? cutBy : "timeout") : NO_RESULT);
}

/** Undefined if the query does not compile. */
function countingSearch(request: SearchRequest, job: Job): CountingSearch | undefined {
  try {
    const sink = new HitSink(request);
    return { sink, scanner: new SearchPass(request, job).scanner(sink) };
  } catch (error) {
    if (isRecoverable(error)) return undefined;
    throw error;
  }
}

/** Stores the search, since the hint advises the caller to make it. */
function storeSearch(sink: HitSink, { searches }: Job): void {
  if (sink.total > 0 && sink.hardLines === 0) searches.store(searchKey(sink.request), sink.fileTallies);
}

/** Counts every query in a piece of the files before the next piece is read; false when time ran out. */
function* countAll(searches: readonly CountingSearch[], files: readonly WalkEntry[], job: Job): Operation<boolean> {
  const isInMemory = searches.length === 1 || job.cache.listOf(files)?.isInMemory === true;
  const piece = isInMemory ? files.length : FILES_PER_PIECE;
  for (let at = 0; at < files.length; at += piece) {
    const some = isInMemory ? files : files.slice(at, at + piece);
    for (const { scanner } of searches) if (!(yield* scanner.scanFiles(some))) return false;
  }
  return true;
}

function resultOf({ total, files, hardLines }: HitSink, cutBy: AlternativeResult["cutBy"]): AlternativeResult {
  const [hit] = files.flatMap(({ hits }) => hits), line = hit && new TextEncoder().encode(hit.line);
  return {
    ...truncatePaths({ total, paths: files.map(({ path }) => path), cutBy: hardLines > 0 ? "timeout" : cutBy }),
    ...(line && { text: new TextDecoder().decode(line.subarray(...hit.spans[0])) }),
  };
}
