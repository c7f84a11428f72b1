/**
 * Finds the files that define the name that is searched for. In a summary they come first: a name is searched for to
 * learn what it is more often than where it is used most.
 * @module
 */
import type { Definition } from "../../../model/definition.ts";
import type { FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import type { NamedHit } from "./named_hits.ts";
import { fileDefinitions } from "../outline.ts";
import { likelyFiles } from "./likely_files.ts";
import { type MatchedFile, namedHitsOf } from "./scan_named_hits.ts";
import type { SearchPass } from "../search_pass.ts";

/** Bytes of the files that are parsed for one summary, twice: of those that may define the name, and of the samples. */
const PARSED_BYTES = 128 * 1024;

/**
 * Marks the files of a result that define the searched name. Sizes bound what is parsed, so that every call gives the
 * same order.
 * @returns the hits that name a definition, by path, of the files that define the searched name
 */
export function* markDefining(pass: SearchPass, sink: HitSink): Operation<Map<string, readonly NamedHit[]>> {
  const name = pass.request.query.pattern.toLowerCase(), isNamed = (one: Definition) => one.name.toLowerCase() === name;
  const hits = yield* definingHits(pass, sink, yield* likelyFiles(pass, sink), isNamed);
  for (const file of sink.files) {
    if (hits.get(file.path)?.some(({ definition }) => isNamed(definition))) file.defines = true;
  }
  return hits;
}

/** The hits that name a definition, by path, of as many of `files` as are parsed and have a definition that is wanted. */
export function* definingHits(
  pass: SearchPass,
  { tallies }: HitSink,
  files: readonly FileWithHits[],
  isWanted: (definition: Definition) => boolean = () => true,
): Operation<Map<string, readonly NamedHit[]>> {
  const { job, request } = pass, hits = new Map<string, readonly NamedHit[]>();
  const matched = files.map((file): MatchedFile => ({ file, asRead: tallies.get(file.path)?.file }));
  for (const one of firstWithin(matched, PARSED_BYTES, ({ asRead }) => asRead?.size ?? Infinity)) {
    const definitions = yield* fileDefinitions(one.file.entry, job, request.encoding, job.remainingMs() / 2);
    if (definitions?.some(isWanted) !== true) continue;
    const named = yield* namedHitsOf(one, definitions, pass);
    if (named !== undefined) hits.set(one.file.path, named);
  }
  return hits;
}

/** The items that fit a sum of sizes, in order: the same ones in every call, whatever time each takes. */
export function firstWithin<T>(items: readonly T[], most: number, sizeOf: (item: T) => number): T[] {
  let left = most;
  return items.filter((item) => {
    const size = sizeOf(item), fits = size <= left;
    if (fits) left -= size;
    return fits;
  });
}
