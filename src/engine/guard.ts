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

/** V8's watchdog by way of `node:vm`: the only thing that stops a running regular expression. */
export class VmGuard implements Guard {
  readonly #script = new vm.Script("fossickGuardedWork()");

  run(work: () => void, ms: number): boolean {
    globalThis.fossickGuardedWork = work;
    try {
      this.#script.runInThisContext({ timeout: Math.max(1, Math.floor(ms)) });
      return true;
    } catch (error) {
      if (timedOut(error) || tooDeep(error)) return false;
      throw error;
    } finally {
      globalThis.fossickGuardedWork = undefined;
    }
  }
}

/** A regular expression that needs more room to backtrack than V8 has is as hopeless as one without end. */
function tooDeep(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}

function timedOut(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
