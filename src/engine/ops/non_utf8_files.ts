/**
 * Lists searched files that are text in another encoding than UTF-8, in which the query's characters are other bytes.
 * @module
 */
import { isUtf8 } from "node:buffer";
import type { SearchRequest } from "../../model/request.ts";
import { LIMITS } from "../../model/limits.ts";
import type { WalkEntry } from "../walk/walk_entry.ts";
import { everyYielding } from "../task/batches.ts";
import type { Job } from "../run/job.ts";
import { isRecoverable, type Operation } from "../task/operation.ts";
import { MAX_CACHED_FILE_BYTES } from "../cache/cached_file.ts";

/** Whether another encoding may have other bytes for the query: ASCII is the same in nearly all. */
export function mayDifferByEncoding({ query, encoding }: SearchRequest): boolean {
  return encoding === undefined && /[^\0-\x7f]/.test(query.pattern);
}

/** Files that are read because memory had no room for them. */
const MAX_READS = 500;

/** Searched files whose bytes are not UTF-8, at most `LIMITS.nonUtf8Files`, found within `ms` milliseconds. */
export function* nonUtf8Files(files: readonly WalkEntry[], job: Job, ms: number): Operation<string[]> {
  const end = performance.now() + ms;
  const { cache, epoch } = job, { arena } = cache, paths: string[] = [];
  let readCount = 0;
  yield* everyYielding(files, job, (entry) => {
    const file = cache.freshFile(entry.place, epoch);
    if (file?.kind !== "utf8") return true;
    const isStored = arena.isStored(file);
    if (!isStored) readCount++;
    const bytes = isStored ? arena.kernel.bytes.subarray(file.at, file.end) : readToScratch(entry, job);
    if (bytes !== undefined && !isUtf8(bytes)) paths.push(entry.shown);
    return paths.length < LIMITS.nonUtf8Files && readCount < MAX_READS && job.remainingMs() > 0 &&
      performance.now() < end;
  });
  return paths;
}

/** Reads a file into the scratch area; undefined if that fails. */
function readToScratch(
  { place, dirMark }: WalkEntry,
  { door, cache: { arena } }: Job,
): Uint8Array | undefined {
  const buffer = arena.kernel.bytes.subarray(arena.scratch.at, arena.scratch.at + MAX_CACHED_FILE_BYTES);
  try {
    return buffer.subarray(0, door.readFile(place, buffer, dirMark).bytes);
  } catch (error) {
    if (isRecoverable(error)) return undefined;
    throw error;
  }
}
