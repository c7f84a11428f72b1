/**
 * The files with the most matches, each with its first hits.
 * @module
 */
import type { Definition } from "../../model/definition.ts";
import { LIMITS } from "../../model/limits.ts";
import type { FileHits, Hit } from "../../model/search_report.ts";
import { type FileWithHits, HitSink, topFiles } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import { likelyFiles } from "./likely_files.ts";
import type { NamedHit } from "./named_hits.ts";
import { fileOutline } from "./outline.ts";
import { namedHitsOf, NO_CONTEXT } from "./search_definitions.ts";
import type { SearchPass } from "./search_pass.ts";

/** Hits by the path of their file. */
type HitsByPath = ReadonlyMap<string, readonly Hit[]>;

/**
 * The files with the most matches, with their first hits. In a summary, files that define the searched name come first,
 * and so do lines that name a definition.
 * @param known the samples of each file, if the search has them already
 */
export function* sampleFullest(pass: SearchPass, sink: HitSink, known?: HitsByPath): Operation<FileHits[]> {
  const { need, skip, summaryUnits = Infinity } = sink.request, first = need === "samples" ? skip : 0;
  const isSummary = need === "samples" || sink.units >= summaryUnits;
  if (isSummary && known === undefined) return yield* definitionsFirst(pass, sink, first);
  const top = topFiles(sink.files, first);
  return withHits(top, known ?? (yield* firstHits(pass, top)));
}

/** Sizes bound what is parsed, so that every call gives the same order. */
function* definitionsFirst(pass: SearchPass, sink: HitSink, skip: number): Operation<FileHits[]> {
  const name = pass.request.query.pattern.toLowerCase(), isNamed = (one: Definition) => one.name.toLowerCase() === name;
  const budget = { bytes: PARSED_BYTES };
  const defining = yield* definingHits(pass, yield* likelyFiles(pass, sink), budget, isNamed);
  for (const file of sink.files) {
    if (defining.get(file.path)?.some(({ definition }) => isNamed(definition))) file.defines = true;
  }
  const top = topFiles(sink.files, skip), others = top.filter(({ path }) => !defining.has(path));
  const named = new Map([...defining, ...yield* definingHits(pass, others, budget)]),
    first = yield* firstHits(pass, top);
  const hits = top.map(({ path }) => [path, namedFirst(named.get(path) ?? [], first.get(path) ?? [])] as const);
  return withHits(top, new Map(hits));
}

function namedFirst(named: readonly Hit[], hits: readonly Hit[]): readonly Hit[] {
  const lines = new Set(named.map(({ lineNumber }) => lineNumber));
  return [...named, ...hits.filter(({ lineNumber }) => !lines.has(lineNumber))].slice(0, LIMITS.summarySamples);
}

/** The first hits of files. They are scanned again, since they are known only at the end. */
function* firstHits(pass: SearchPass, files: readonly FileWithHits[]): Operation<HitsByPath> {
  const { request } = pass, maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, ...NO_CONTEXT };
  const samples = new HitSink({ ...request, need: "lines", ...first });
  yield* pass.scanner(samples).scanAsRead(files.map(({ entry }) => entry), files.map(({ content }) => content));
  return new Map(samples.files.map((file) => [file.path, file.hits]));
}

function withHits(files: readonly FileWithHits[], hits: HitsByPath): FileHits[] {
  return files.map(({ path, count, defines }) => ({
    path,
    count,
    hits: hits.get(path) ?? [],
    ...(defines && { defines }),
  }));
}

/** Bytes of the files that are parsed for one summary: of those that may define the name, then of the samples. */
const PARSED_BYTES = 128 * 1024;

/** The hits that name a definition, by path, of as many of `files` as are parsed and have a definition that is wanted. */
function* definingHits(
  pass: SearchPass,
  files: readonly FileWithHits[],
  budget: { bytes: number },
  isWanted: (definition: Definition) => boolean = () => true,
): Operation<Map<string, readonly NamedHit[]>> {
  const { job, request } = pass, hits = new Map<string, readonly NamedHit[]>();
  for (const file of files) {
    const bytes = file.content?.size ?? Infinity;
    if (bytes > budget.bytes) continue;
    budget.bytes -= bytes;
    const outline = yield* fileOutline(file.entry, job, request.encoding, job.remainingMs() / 2);
    if (outline === undefined || outline.isPartial || !outline.definitions.some(isWanted)) continue;
    const named = yield* namedHitsOf(file, outline.definitions, pass, NO_CONTEXT);
    if (named !== undefined) hits.set(file.path, named);
  }
  return hits;
}
