/**
 * Decorators of an engine: a watchdog, and garbage collection when it is idle.
 * @module
 */
import { IdleGc } from "../worker/idle_gc.ts";
import type { Engine } from "./engine.ts";
import type { EndProcess, EngineNotice } from "./engine_notices.ts";

/**
 * Milliseconds after a call's deadline at which the engine counts as stopped: even a very busy system is not that late.
 */
const GRACE_MS = 30_000;
/** Ends the process if an answer is overdue, so that no caller waits forever. */
export function withWatchdog(engine: Engine, end: EndProcess, graceMs = GRACE_MS): Engine {
  return withExecute(engine, async (request, options) => {
    // A warm-up waits for all other requests.
    if (request.op === "warm") return await engine.execute(request, options);
    const allowed = request.timeoutMs + graceMs;
    const why: EngineNotice = { key: "engine.overdue", params: { seconds: Math.round(allowed / 1000) } };
    const overdue = setTimeout(() => end(why), allowed);
    try {
      return await engine.execute(request, options);
    } finally {
      clearTimeout(overdue);
    }
  });
}

/** Collects this thread's garbage when the engine is idle; by then answers have been formatted and sent. */
export function withIdleGc(engine: Engine, gc: IdleGc = new IdleGc()): Engine {
  return {
    ...withExecute(engine, (request, options) => gc.track(() => engine.execute(request, options))),
    close: () => {
      gc.cancel();
      engine.close();
    },
  };
}

/** `engine` with another `execute`. */
function withExecute(engine: Engine, run: Engine["execute"]): Engine {
  return {
    execute: run,
    get status() {
      return engine.status;
    },
    get warming() {
      return engine.warming;
    },
    close: () => engine.close(),
  };
}
