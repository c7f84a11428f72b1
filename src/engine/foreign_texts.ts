/**
 * Which of the files that a search went through are text in another encoding than UTF-8, and so spell its words
 * otherwise.
 * @module
 */
import { isUtf8 } from "node:buffer";
import type { SearchRequest } from "../model/request.ts";
import { LIMITS } from "../model/limits.ts";
import type { FoundEntry } from "./found_entry.ts";
import { everyOf } from "./in_pieces.ts";
import type { Job } from "./job.ts";
import { isFault, type Operation } from "./operation.ts";
import { MAX_TEXT } from "./resident/resident.ts";

/** Whether bytes in another encoding may be what a query asks for: ASCII is the same in nearly all. */
export function isSpeltOtherwise({ query, encoding }: SearchRequest): boolean {
  return encoding === undefined && /[^\0-\x7f]/.test(query.pattern);
}

/** Files that are read for it because they had no room in memory. */
const READS = 500;

/** Those of files whose bytes are no UTF-8, at most `LIMITS.foreignTexts`, as far as `ms` milliseconds last. */
export function* foreignTexts(files: readonly FoundEntry[], job: Job, ms: number): Operation<string[]> {
  const end = performance.now() + ms;
  const { residence: { contents }, residence, question } = job, foreign: string[] = [];
  let reads = 0;
  yield* everyOf(files, job, (entry) => {
    const text = residence.file(entry.place, question);
    if (text?.kind !== "utf8") return true;
    const isKept = contents.isKept(text);
    if (!isKept) reads++;
    const bytes = isKept ? contents.kernel.bytes.subarray(text.at, text.end) : read(entry, job);
    if (bytes !== undefined && !isUtf8(bytes)) foreign.push(entry.shown);
    return foreign.length < LIMITS.foreignTexts && reads < READS && job.left() > 0 && performance.now() < end;
  });
  return foreign;
}

/** To where the next one will be read; nothing where it can't be. */
function read({ place, dir }: FoundEntry, { door, residence: { contents } }: Job): Uint8Array | undefined {
  const into = contents.kernel.bytes.subarray(contents.scratch.at, contents.scratch.at + MAX_TEXT);
  try {
    return into.subarray(0, door.take(place, into, dir).bytes);
  } catch (error) {
    if (isFault(error)) return undefined;
    throw error;
  }
}
