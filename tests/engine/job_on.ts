/**
 * Runs an engine operation in a test: a job on a door, and the operation's result.
 * @module
 */
import type { Door } from "../../src/door/door.ts";
import { VmGuard } from "../../src/engine/guard.ts";
import { FinishedSearches } from "../../src/engine/finished_searches.ts";
import { alone } from "../../src/engine/share.ts";
import type { Job, Operation } from "../../src/engine/job.ts";

/** A job without a deadline whose slices never end, unless `clock` says otherwise. */
export function jobOn(door: Door, clock: Partial<Pick<Job, "due" | "left">> = {}): Job {
  return {
    door,
    guard: new VmGuard(),
    due: () => false,
    left: () => Infinity,
    share: alone(),
    finished: new FinishedSearches(),
    progress: () => {},
    ...clock,
  };
}

/** Runs `operation` to its end. */
export function finish<R>(operation: Operation<R>): R {
  for (;;) {
    const step = operation.next();
    if (step.done) return step.value;
  }
}
