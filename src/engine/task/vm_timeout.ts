/**
 * Runs code that could take for ever (a user's regular expression) under a time limit, in place.
 * @module
 */
import process from "node:process";
import vm from "node:vm";

/** Runs a function under a time limit. */
export interface TimeoutGuard {
  /**
   * `true` when `work` finished; `false` when it was stopped, at any instruction whatever, by the clock or
   * for want of stack. So `work` must only write where a half-done state does no harm; and it may be run again, where
   * it was stopped although it had hardly been let run.
   * @param ms whole milliseconds of processor time, at least 1
   * @param left milliseconds in all, however busy the system is
   */
  runWithTimeout(work: () => void, ms: number, left?: number): boolean;
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
export class VmTimeout implements TimeoutGuard {
  readonly #script = new vm.Script("fossickGuardedWork()");
  /** Milliseconds that pass in one of processor time. */
  #slowdown = 1;

  runWithTimeout(work: () => void, ms: number, left = ms): boolean {
    for (let tries = 1, rest = left;; tries++) {
      const began = performance.now(), before = threadCpuMs();
      const finished = this.#runScript(work, Math.min(rest, ms * this.#slowdown));
      const took = performance.now() - began, used = threadCpuMs() - before;
      const slowness = took < MIN_SAMPLE_MS
        ? this.#slowdown * SLOWDOWN_DECAY
        : took / Math.max(used, MIN_SAMPLE_MS / 2);
      this.#slowdown = Math.min(MAX_SLOWDOWN, Math.max(1, slowness));
      rest -= took;
      if (finished || used > ms / 2 || tries === MAX_TRIES || rest < 1) return finished;
    }
  }

  #runScript(work: () => void, ms: number): boolean {
    const limit = Math.max(1, Math.floor(ms)), tooLate = performance.now() + limit - marginMs(limit);
    let ended: WorkEnd | undefined;
    globalThis.fossickGuardedWork = () => {
      ended = endOfWork(work);
      if (performance.now() >= tooLate) waitForever();
    };
    try {
      this.#script.runInThisContext({ timeout: limit });
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      globalThis.fossickGuardedWork = undefined;
    }
    if (ended?.error !== undefined && !isStackOverflow(ended.error)) throw ended.error;
    return ended !== undefined && ended.error === undefined;
  }
}

/**
 * Milliseconds of a run that tell how busy the system is; and how busy it may be, and tries, for a run to be given
 * more.
 */
const MIN_SAMPLE_MS = 8, MAX_SLOWDOWN = 32, MAX_TRIES = 4;
/** What is left of it after a run that told nothing. */
const SLOWDOWN_DECAY = 0.9;

/** Milliseconds of processor time that this thread has used; before Deno 2.7, the process. */
function threadCpuMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}

const NEVER_SIGNALLED = new Int32Array(new SharedArrayBuffer(4));

/** Without using the processor: the watchdog may be the one who waits for it. */
function waitForever(): never {
  for (;;) Atomics.wait(NEVER_SIGNALLED, 0, 0);
}

/** Work that was not stopped; `error`: what it threw. */
interface WorkEnd {
  readonly error?: unknown;
}

function endOfWork(work: () => void): WorkEnd {
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
function marginMs(limit: number): number {
  return Math.min(25, limit / 2);
}

/** A regular expression that needs more room to backtrack than V8 has is as hopeless as one without end. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
