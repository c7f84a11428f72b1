/**
 * Runs an engine operation in a test: a job on a door, and the operation's result.
 * @module
 */
import type { Door } from "../../src/door/door.ts";
import { FileCache } from "../../src/engine/cache/file_cache.ts";
import { FirstPages } from "../../src/engine/cache/first_pages.ts";
import { readParserFile } from "../../src/pool/parser_files.ts";
import { SearchCache } from "../../src/engine/cache/search_cache.ts";
import type { Job } from "../../src/engine/run/job.ts";
import { PathNoteCollector } from "../../src/engine/run/resolve_path.ts";
import { Structure } from "../../src/engine/structure/structure.ts";
import type { Operation } from "../../src/engine/task/operation.ts";
import { VmTimeout } from "../../src/engine/task/vm_timeout.ts";

/** A job without a deadline whose slices never end, unless `clock` says otherwise. */
export function jobOn(door: Door, clock: Partial<Pick<Job, "shouldYield" | "remainingMs">> = {}): Job {
  const cache = new FileCache(door, 2 ** 24);
  return {
    door,
    guard: new VmTimeout(),
    timeoutMs: 4000,
    shouldYield: () => false,
    remainingMs: () => Infinity,
    holdFor: (what) => what,
    cache,
    epoch: cache.beginRequest(),
    searches: new SearchCache(),
    firstPages: new FirstPages(),
    structure: new Structure(2 ** 20, readParserFile),
    pathNotes: new PathNoteCollector(),
    progress: () => {},
    ...clock,
  };
}

/** The same job for a further request, in which changes since then are looked for. */
export function nextRequest(job: Job): Job {
  return { ...job, epoch: job.cache.beginRequest() };
}

/** Runs `operation` to its end. */
export function finish<R>(operation: Operation<R>): R {
  for (;;) {
    const step = operation.next();
    if (step.done) return step.value;
  }
}

/** Runs an operation that may wait for promises to its end. */
export async function finishWaiting<R>(operation: Operation<R>): Promise<R> {
  for (;;) {
    const step = operation.next();
    if (step.done) return step.value;
    await step.value;
  }
}
