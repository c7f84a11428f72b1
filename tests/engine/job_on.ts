/**
 * Runs an engine operation in a test: a job on a door, and the operation's result.
 * @module
 */
import type { Door } from "../../src/door/door.ts";
import { NOTHING_ASKED } from "../../src/engine/asked.ts";
import { VmGuard } from "../../src/engine/guard.ts";
import { FinishedSearches } from "../../src/engine/finished_searches.ts";
import { PathsTaken } from "../../src/engine/paths_taken.ts";
import { Residence } from "../../src/engine/resident/residence.ts";
import type { Job } from "../../src/engine/job.ts";
import type { Operation } from "../../src/engine/operation.ts";

/** A job without a deadline whose slices never end, unless `clock` says otherwise. */
export function jobOn(door: Door, clock: Partial<Pick<Job, "due" | "left">> = {}): Job {
  const residence = new Residence(door, 2 ** 24);
  return {
    door,
    guard: new VmGuard(),
    timeoutMs: 4000,
    due: () => false,
    left: () => Infinity,
    background: false,
    hold: (what) => what,
    asked: NOTHING_ASKED,
    residence,
    question: residence.ask(),
    finished: new FinishedSearches(),
    paths: new PathsTaken(),
    progress: () => {},
    ...clock,
  };
}

/** The same job for a further question: what changed meanwhile is looked for. */
export function asked(job: Job): Job {
  return { ...job, question: job.residence.ask() };
}

/** Runs `operation` to its end. */
export function finish<R>(operation: Operation<R>): R {
  for (;;) {
    const step = operation.next();
    if (step.done) return step.value;
  }
}
