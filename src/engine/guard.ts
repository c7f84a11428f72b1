/**
 * Runs code that could take for ever (a user's regular expression) under a time limit, in place.
 * @module
 */
import process from "node:process";
import vm from "node:vm";

/** Runs a function under a time limit. */
export interface Guard {
  /**
   * `true` when `work` finished; `false` when it was stopped, at any instruction whatever, by the clock or
   * for want of stack. So `work` must only write where a half-done state does no harm; and it may be run again, where
   * it was stopped although it had hardly been let run.
   * @param ms whole milliseconds of processor time, at least 1
   * @param left milliseconds in all, however busy the system is
   */
  run(work: () => void, ms: number, left?: number): boolean;
}

declare global {
  // The script below can only reach its work through the global object.
  var fossickGuardedWork: (() => void) | undefined;
}

/**
 * V8's watchdog by way of `node:vm`: the only thing that stops a running regular expression.
 *
 * Deno does not call the watchdog back in time: where work ends just as its time is up, the watchdog stops whatever
 * runs next, past every `catch` and `finally`, be it in the midst of a proof. So no work is let go shortly before its
 * time is up: it waits for the watchdog, inside, and is taken for finished.
 *
 * The watchdog knows nothing but the clock. On a system so busy that this thread hardly runs, sane work is given as
 * much longer as it takes to come to its processor time.
 */
export class VmGuard implements Guard {
  readonly #script = new vm.Script("fossickGuardedWork()");
  /** Milliseconds that pass in one of processor time. */
  #slowness = 1;

  run(work: () => void, ms: number, left = ms): boolean {
    for (let tries = 1, rest = left;; tries++) {
      const began = performance.now(), before = processorMs();
      const finished = this.#within(work, Math.min(rest, ms * this.#slowness));
      const took = performance.now() - began, used = processorMs() - before;
      const slowness = took < TELLING_MS ? this.#slowness * FORGOTTEN : took / Math.max(used, TELLING_MS / 2);
      this.#slowness = Math.min(SLOWEST, Math.max(1, slowness));
      rest -= took;
      if (finished || used > ms / 2 || tries === TRIES || rest < 1) return finished;
    }
  }

  #within(work: () => void, ms: number): boolean {
    const limit = Math.max(1, Math.floor(ms)), tooLate = performance.now() + limit - marginOf(limit);
    let ended: Ended | undefined;
    globalThis.fossickGuardedWork = () => {
      ended = endOf(work);
      if (performance.now() >= tooLate) waitForEver();
    };
    try {
      this.#script.runInThisContext({ timeout: limit });
    } catch (error) {
      if (!timedOut(error)) throw error;
    } finally {
      globalThis.fossickGuardedWork = undefined;
    }
    if (ended?.error !== undefined && !tooDeep(ended.error)) throw ended.error;
    return ended !== undefined && ended.error === undefined;
  }
}

/**
 * Milliseconds of a run that tell how busy the system is; and how busy it may be, and tries, for a run to be given
 * more.
 */
const TELLING_MS = 8, SLOWEST = 32, TRIES = 4;
/** What is left of it after a run that told nothing. */
const FORGOTTEN = 0.9;

/** Milliseconds of processor time that this thread has used; before Deno 2.7, the process. */
function processorMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** Without using the processor: the watchdog may be the one who waits for it. */
function waitForEver(): never {
  for (;;) Atomics.wait(NEVER, 0, 0);
}

/** Work that was not stopped; `error`: what it threw. */
interface Ended {
  readonly error?: unknown;
}

function endOf(work: () => void): Ended {
  try {
    work();
    return {};
  } catch (error) {
    return { error: error ?? new Error("undefined was thrown") };
  }
}

/**
 * Milliseconds before the end of a run in which nothing may end by itself: longer than a busy system keeps a thread.
 */
function marginOf(limit: number): number {
  return Math.min(25, limit / 2);
}

/** A regular expression that needs more room to backtrack than V8 has is as hopeless as one without end. */
function tooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

function timedOut(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
