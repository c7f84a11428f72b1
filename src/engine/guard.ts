/**
 * Runs code that could take for ever (a user's regular expression) under a time limit, in place.
 * @module
 */
import vm from "node:vm";

/** Runs a function for at most `ms` milliseconds. */
export interface Guard {
  /**
   * `true` when `work` finished; `false` when it was stopped, at any instruction whatever, by the clock or
   * for want of stack. So `work` must only write where a half-done state does no harm.
   * @param ms whole milliseconds, at least 1
   */
  run(work: () => void, ms: number): boolean;
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
 */
export class VmGuard implements Guard {
  readonly #script = new vm.Script("fossickGuardedWork()");

  run(work: () => void, ms: number): boolean {
    const limit = Math.max(1, Math.floor(ms)), tooLate = performance.now() + limit - marginOf(limit);
    let ended: Ended | undefined;
    globalThis.fossickGuardedWork = () => {
      ended = endOf(work);
      if (performance.now() >= tooLate) { for (;;); }
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

/** Milliseconds before the end of a run in which nothing may end by itself: longer than a busy system keeps a thread. */
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
