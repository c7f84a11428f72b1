/**
 * Names the definitions that the lines of a page stand in.
 * @module
 */
import type { Hit } from "../../../model/search_report.ts";
import type { Job } from "../../run/job.ts";
import type { HitSink } from "../../scan/hit_sink.ts";
import type { Operation } from "../../task/operation.ts";
import { enclosingDefinitions } from "./named_hits.ts";
import { fileDefinitions } from "../outline.ts";

/**
 * Adds to each hit on the page the definition that it stands in, if the request asks for it.
 * @returns the number of files whose definitions were asked for and are not known
 */
export function* nameEnclosing({ request, files }: HitSink, job: Job): Operation<number> {
  if (request.enclosing === undefined) return 0;
  let unknown = 0;
  for (const file of files.filter(({ hits }) => hits.length > 0)) {
    // A hostile file leaves time for the others.
    const mostMs = job.remainingMs() / 2;
    const definitions = yield* fileDefinitions(file.entry, job, request.encoding, mostMs);
    if (definitions === undefined) unknown++;
    else file.hits = withEnclosing(file.hits, definitions);
    if (job.shouldYield()) yield;
  }
  return unknown;
}

function withEnclosing(hits: readonly Hit[], definitions: Parameters<typeof enclosingDefinitions>[1]): Hit[] {
  const around = enclosingDefinitions(hits.map(({ lineNumber }) => lineNumber), definitions);
  return hits.map((hit, i) => {
    const enclosing = around[i];
    return enclosing === undefined ? hit : { ...hit, enclosing };
  });
}
