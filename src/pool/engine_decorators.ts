/**
 * Decorators of an engine: a watchdog, a check that pages belong together, and garbage collection when it is idle.
 * @module
 */
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { IdleGc } from "../worker/idle_gc.ts";
import type { Engine } from "./engine.ts";
import type { EndProcess, EngineNotice } from "./engine_notices.ts";

/**
 * Milliseconds after a call's deadline at which the engine counts as stopped: even a very busy system is not that late.
 */
const GRACE_MS = 30_000;
/** Searches whose first page is remembered; the oldest is forgotten first. */
const MAX_REMEMBERED_QUESTIONS = 128;
/** UTF-16 units beyond which a search's key is replaced by its digest: an argument may have megabytes. */
const MAX_KEY_UNITS = 1024;

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

/** Sets `treeChanged` on a later page that does not continue the first, because the tree has changed between them. */
export function withPageCheck(engine: Engine): Engine {
  const pages = new FirstPages();
  return withExecute(engine, async (request, options) => {
    const report = await engine.execute(request, options);
    return await pages.hasTreeChanged(request, report) ? { ...report, treeChanged: true } : report;
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

/** Remembers the fingerprints of first pages, by search. */
class FirstPages {
  readonly #known = new Map<string, number>();

  async hasTreeChanged(request: Request, report: Report): Promise<boolean> {
    if (!("skip" in request) || !("fingerprint" in report) || report.fingerprint === undefined) return false;
    if (report.cutBy === "timeout") return false;
    const key = await digestIfLong(searchKey(request));
    const first = this.#known.get(key);
    if (request.skip === 0 || first === undefined) this.#remember(key, report.fingerprint);
    return request.skip > 0 && first !== undefined && first !== report.fingerprint;
  }

  #remember(key: string, fingerprint: number): void {
    this.#known.delete(key);
    this.#known.set(key, fingerprint);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_REMEMBERED_QUESTIONS) this.#known.delete(oldest);
  }
}

/** All parts of a request that decide what is found, without those that decide how much of it is shown. */
function searchKey(request: Request): string {
  const shownParts = [
    "skip",
    "limit",
    "need",
    "timeoutMs",
    "contextBefore",
    "contextAfter",
    "metadata",
    "tree",
    "enclosing",
    "explain",
    "texts",
    "summaryUnits",
  ];
  return JSON.stringify(request, (key, value) => shownParts.includes(key) ? undefined : value);
}

/** Unique for each key: a digest never equals the JSON of a short one. */
async function digestIfLong(key: string): Promise<string> {
  if (key.length <= MAX_KEY_UNITS) return key;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))).toHex();
}
