/**
 * A time limit for synchronous code that might never end, such as a user's regular expression.
 * @module
 */
import process from "node:process";
import vm from "node:vm";

/** Runs a function under a time limit. */
export interface TimeoutGuard {
  /**
   * Runs `work` in place. It may be stopped at any instruction, by the timeout or a stack overflow, so its writes must
   * tolerate a partial state. It is run again if it was stopped with almost no processor time used.
   * @param ms whole milliseconds of processor time, at least 1
   * @param maxMs milliseconds of wall-clock time, however busy the system is
   * @returns whether `work` finished
   * @throws the error that `work` throws
   */
  runWithTimeout(work: () => void, ms: number, maxMs?: number): boolean;
}

declare global {
  // The script below can only reach its work through the global object.
  var fossickGuardedWork: (() => void) | undefined;
}

/**
 * V8's watchdog, through `node:vm`: the only thing that stops a running regular expression.
 *
 * Deno cancels the watchdog late. If `work` finishes just before the timeout, the watchdog may terminate the code that
 * runs next, past every `catch` and `finally`, even inside a proof. So when less than a margin is left, the guarded
 * script waits until the watchdog fires, and the work counts as finished.
 *
 * The watchdog measures wall-clock time. On a system so busy that this thread hardly runs, the timeout is extended in
 * proportion to the processor time that the thread gets.
 */
export class VmTimeout implements TimeoutGuard {
  readonly #script = new vm.Script("fossickGuardedWork()");
  /** Milliseconds of wall-clock time that pass in one of processor time. */
  #slowdown = 1;

  runWithTimeout(work: () => void, ms: number, maxMs = ms): boolean {
    for (let tries = 1, remainingMs = maxMs;; tries++) {
      const start = performance.now(), cpuStart = threadCpuMs();
      const finished = this.#runScript(work, Math.min(remainingMs, ms * this.#slowdown));
      const wallMs = performance.now() - start, cpuMs = threadCpuMs() - cpuStart;
      this.#updateSlowdown(wallMs, cpuMs);
      remainingMs -= wallMs;
      if (finished || cpuMs > ms / 2 || tries === MAX_TRIES || remainingMs < 1) return finished;
    }
  }

  #updateSlowdown(wallMs: number, cpuMs: number): void {
    const slowdown = wallMs < MIN_SAMPLE_MS
      ? this.#slowdown * SLOWDOWN_DECAY
      : wallMs / Math.max(cpuMs, MIN_SAMPLE_MS / 2);
    this.#slowdown = Math.min(MAX_SLOWDOWN, Math.max(1, slowdown));
  }

  #runScript(work: () => void, ms: number): boolean {
    const timeout = Math.max(1, Math.floor(ms)), lastSafeEnd = performance.now() + timeout - marginMs(timeout);
    let finished = false, thrown: unknown;
    globalThis.fossickGuardedWork = () => {
      try {
        work();
        finished = true;
      } catch (error) {
        thrown = error ?? new Error("undefined was thrown");
      }
      if (performance.now() >= lastSafeEnd) waitForever();
    };
    try {
      this.#script.runInThisContext({ timeout });
    } catch (error) {
      if (!isTimeout(error)) throw error;
    } finally {
      globalThis.fossickGuardedWork = undefined;
    }
    if (thrown !== undefined && !isStackOverflow(thrown)) throw thrown;
    return finished;
  }
}

/** Wall-clock milliseconds of a run from which its processor time shows how busy the system is. */
const MIN_SAMPLE_MS = 8;
/** By how much a timeout is extended at most, and how often work is run. */
const MAX_SLOWDOWN = 32, MAX_TRIES = 4;
/** The factor of the measured slowdown after a run too short to measure it. */
const SLOWDOWN_DECAY = 0.9;

/** Milliseconds of processor time that this thread has used; before Deno 2.7, the process. */
function threadCpuMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}

const NEVER_SIGNALLED = new Int32Array(new SharedArrayBuffer(4));

/** Waits without using the processor, which the watchdog may need. */
function waitForever(): never {
  for (;;) Atomics.wait(NEVER_SIGNALLED, 0, 0);
}

/** Milliseconds before a timeout in which no work may end by itself: longer than a busy system suspends a thread. */
function marginMs(timeout: number): number {
  return Math.min(25, timeout / 2);
}

/** V8 has no stack left for the expression's backtracking: it is treated like one that never ends. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
