/**
 * Which of the files that a search went through are text in another encoding than UTF-8, and so spell its words
 * otherwise.
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

/** Whether bytes in another encoding may be what a query asks for: ASCII is the same in nearly all. */
export function mayDifferByEncoding({ query, encoding }: SearchRequest): boolean {
  return encoding === undefined && /[^\0-\x7f]/.test(query.pattern);
}

/** Files that are read for it because they had no room in memory. */
const MAX_READS = 500;

/** Those of files whose bytes are no UTF-8, at most `LIMITS.nonUtf8Files`, as far as `ms` milliseconds last. */
export function* nonUtf8Files(files: readonly WalkEntry[], job: Job, ms: number): Operation<string[]> {
  const end = performance.now() + ms;
  const { cache: { arena: contents }, cache: residence, epoch: question } = job, foreign: string[] = [];
  let reads = 0;
  yield* everyYielding(files, job, (entry) => {
    const text = residence.freshFile(entry.place, question);
    if (text?.kind !== "utf8") return true;
    const isKept = contents.isStored(text);
    if (!isKept) reads++;
    const bytes = isKept ? contents.kernel.bytes.subarray(text.at, text.end) : readToScratch(entry, job);
    if (bytes !== undefined && !isUtf8(bytes)) foreign.push(entry.shown);
    return foreign.length < LIMITS.foreignTexts && reads < MAX_READS && job.remainingMs() > 0 &&
      performance.now() < end;
  });
  return foreign;
}

/** To where the next one will be read; nothing where it can't be. */
function readToScratch(
  { place, dirMark: dir }: WalkEntry,
  { door, cache: { arena: contents } }: Job,
): Uint8Array | undefined {
  const into = contents.kernel.bytes.subarray(contents.scratch.at, contents.scratch.at + MAX_CACHED_FILE_BYTES);
  try {
    return into.subarray(0, door.readFile(place, into, dir).bytes);
  } catch (error) {
    if (isRecoverable(error)) return undefined;
    throw error;
  }
}
