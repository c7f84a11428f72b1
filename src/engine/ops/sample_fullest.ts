/**
 * The files with the most matches, each with its first hits.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { FileHits, Hit } from "../../model/search_report.ts";
import { type FileWithHits, HitSink, topFiles } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import { definingHits, markDefining } from "./definitions/likely_files.ts";
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

function* definitionsFirst(pass: SearchPass, sink: HitSink, skip: number): Operation<FileHits[]> {
  const marked = yield* markDefining(pass, sink), top = topFiles(sink.files, skip);
  const others = yield* definingHits(pass, top.filter(({ path }) => !marked.has(path)));
  const first = yield* firstHits(pass, top), hits = new Map<string, readonly Hit[]>();
  for (const { path } of top) {
    hits.set(path, namedFirst(marked.get(path) ?? others.get(path) ?? [], first.get(path) ?? []));
  }
  return withHits(top, hits);
}

function namedFirst(named: readonly Hit[], hits: readonly Hit[]): readonly Hit[] {
  const lines = new Set(named.map(({ lineNumber }) => lineNumber));
  return [...named, ...hits.filter(({ lineNumber }) => !lines.has(lineNumber))].slice(0, LIMITS.summarySamples);
}

/** The first hits of files. They are scanned again, since they are known only at the end. */
function* firstHits(pass: SearchPass, files: readonly FileWithHits[]): Operation<HitsByPath> {
  const { request } = pass, maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
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
