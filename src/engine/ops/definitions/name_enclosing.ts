/**
 * Names the definitions that the lines of a page stand in.
 * @module
 */
import { LIMITS } from "../../../model/limits.ts";
import type { Hit } from "../../../model/report.ts";
import type { Job } from "../../run/job.ts";
import type { FileWithHits, HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import { enclosingDefinitions } from "./named_hits.ts";
import { fileDefinitions } from "../outline.ts";

/**
 * Bytes of the files that are parsed for a page without being asked for, which takes some 100 ms. Sizes are the bound,
 * since a bound of time would give different answers on a busy machine.
 */
const SHORT_PAGE_BYTES = 256 * 1024;

/**
 * Adds to each hit on the page the definition that it stands in, as the request asks for.
 * @returns the number of files whose definitions were asked for and are not known
 */
export function* nameEnclosing({ request, files, tallies }: HitSink, job: Job): Operation<number> {
  if (request.enclosing === undefined) return 0;
  const shown = files.filter(({ hits }) => hits.length > 0);
  const lines = shown.reduce((sum, { hits }) => sum + hits.length, 0), isShort = request.enclosing === "short";
  if (isShort && lines > LIMITS.enclosingLines) return 0;
  const sizeOf = ({ path }: FileWithHits) => tallies.get(path)?.file?.size ?? Infinity;
  let unknown = 0;
  for (const file of isShort ? firstWithin(shown, SHORT_PAGE_BYTES, sizeOf) : shown) {
    // A hostile file leaves time for the others.
    const mostMs = job.remainingMs() / 2;
    const definitions = yield* fileDefinitions(file.entry, job, request.encoding, mostMs);
    if (definitions === undefined) unknown++;
    else file.hits = withEnclosing(file.hits, definitions);
    if (job.shouldYield()) yield;
  }
  return isShort ? 0 : unknown;
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

function withEnclosing(hits: readonly Hit[], definitions: Parameters<typeof enclosingDefinitions>[1]): Hit[] {
  const around = enclosingDefinitions(hits.map(({ lineNumber }) => lineNumber), definitions);
  return hits.map((hit, i) => {
    const enclosing = around[i];
    return enclosing === undefined ? hit : { ...hit, enclosing };
  });
}
