/**
 * Samples of the files with the most matches: lines that define what the query names come first.
 * @module
 */
import { LIMITS } from "../../model/limits.ts";
import type { FileHits, Hit } from "../../model/report.ts";
import { HitSink, topFiles } from "../scan/hit_sink.ts";
import type { Operation } from "../task/operation.ts";
import { firstWithin } from "./name_enclosing.ts";
import { fileDefinitions } from "./outline.ts";
import { type MatchedFile, namedHitsOf } from "./search_definitions.ts";
import type { SearchPass } from "./search_pass.ts";

/** Bytes of the sampled files that are parsed, which takes some 100 ms the first time. */
const PARSED_BYTES = 256 * 1024;

/**
 * The files with the most matches, with their first hits. They are scanned again, since they are known only at the end.
 * @param known the samples of each file, if the search has them already
 */
export function* sampleFullest(
  pass: SearchPass,
  { request, files, tallies }: HitSink,
  known?: ReadonlyMap<string, readonly Hit[]>,
): Operation<FileHits[]> {
  const top = topFiles(files, request.need === "samples" ? request.skip : 0);
  if (known !== undefined) return top.map(({ path, count }) => ({ path, count, hits: known.get(path) ?? [] }));
  const matched = top.map((file): MatchedFile => ({ file, asRead: tallies.get(file.path)?.file }));
  const first = yield* firstHits(pass, matched);
  const defining = request.need === "samples" ? yield* definingHits(pass, matched) : undefined;
  return top.map(({ path, count }) => {
    const hits = first.get(path) ?? [], named = defining?.get(path) ?? [];
    return { path, count, hits: named.length === 0 ? hits : namedFirst(named, hits) };
  });
}

function* firstHits(pass: SearchPass, matched: readonly MatchedFile[]): Operation<Map<string, readonly Hit[]>> {
  const { request } = pass, maxCount = Math.min(LIMITS.summarySamples, request.maxCount ?? Infinity);
  const first = { skip: 0, limit: Infinity, maxCount, contextBefore: 0, contextAfter: 0 };
  const samples = new HitSink({ ...request, need: "lines", ...first });
  const asRead = new Map(matched.flatMap(({ file, asRead }) => asRead === undefined ? [] : [[file.path, asRead]]));
  yield* pass.scanner(samples).scanAsRead(matched.map(({ file }) => file.entry), asRead);
  return new Map(samples.files.map((file) => [file.path, file.hits]));
}

/** The hits of each file that name a definition. */
function* definingHits(pass: SearchPass, matched: readonly MatchedFile[]): Operation<Map<string, readonly Hit[]>> {
  const { job } = pass, hits = new Map<string, readonly Hit[]>();
  const sizeOf = ({ asRead }: MatchedFile) => asRead?.size ?? Infinity;
  for (const one of firstWithin(matched, PARSED_BYTES, sizeOf)) {
    const definitions = yield* fileDefinitions(one.file.entry, job, job.remainingMs());
    if (definitions === undefined || definitions.length === 0) continue;
    const named = yield* namedHitsOf(one, definitions, pass);
    if (named !== undefined) hits.set(one.file.path, named);
  }
  return hits;
}

function namedFirst(named: readonly Hit[], hits: readonly Hit[]): Hit[] {
  const lines = new Set(named.map(({ lineNumber }) => lineNumber));
  return [...named, ...hits.filter(({ lineNumber }) => !lines.has(lineNumber))].slice(0, LIMITS.summarySamples);
}
