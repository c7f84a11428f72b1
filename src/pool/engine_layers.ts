/**
 * What is put around an engine, whichever it is: a watchdog, the check that pages belong together, and the collection
 * of garbage when it is idle.
 * @module
 */
import { inBoth } from "../model/fill.ts";
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { HeapKeeper } from "../worker/heap.ts";
import type { Engine } from "./engine.ts";
import { type End, ENGINE_NOTICES } from "./engine_notices.ts";

/**
 * Milliseconds after its deadline at which a call is given up, and the engine with it: even a very busy system is not
 * so late.
 */
const GRACE_MS = 30_000;
/** Questions whose first page is remembered, the oldest forgotten first. */
const QUESTIONS = 128;
/** UTF-16 units of a question beyond which its digest is kept in its place: an argument may have megabytes. */
const LONG = 1024;

/** Ends the process when an answer is overdue: a caller never waits for good. */
export function withWatchdog(engine: Engine, end: End, graceMs = GRACE_MS): Engine {
  return withRun(engine, async (request, options) => {
    // What is done unasked waits for all else.
    if (request.op === "warm") return await engine.run(request, options);
    const allowed = request.timeoutMs + graceMs;
    const why = inBoth(ENGINE_NOTICES.overdue, { seconds: Math.round(allowed / 1000) });
    const overdue = setTimeout(() => end(why), allowed);
    try {
      return await engine.run(request, options);
    } finally {
      clearTimeout(overdue);
    }
  });
}

/** Has a later page say when it does not continue the first: the tree has changed between them. */
export function withPageCheck(engine: Engine): Engine {
  const pages = new FirstPages();
  return withRun(engine, async (request, options) => {
    const report = await engine.run(request, options);
    return await pages.isChanged(request, report) ? { ...report, treeChanged: true } : report;
  });
}

/** Collects this thread's garbage once the engine is at rest: answers are made and sent by then. */
export function withIdleGc(engine: Engine, keeper: HeapKeeper = new HeapKeeper()): Engine {
  return {
    ...withRun(engine, (request, options) => keeper.during(() => engine.run(request, options))),
    close: () => {
      keeper.close();
      engine.close();
    },
  };
}

/** `engine`, asked by `run`; all else stays. */
function withRun(engine: Engine, run: Engine["run"]): Engine {
  return {
    run,
    get status() {
      return engine.status;
    },
    get begun() {
      return engine.begun;
    },
    close: () => engine.close(),
  };
}

/** The fingerprints of the first pages of questions. */
class FirstPages {
  readonly #known = new Map<string, number>();

  async isChanged(request: Request, report: Report): Promise<boolean> {
    if (!("skip" in request) || !("fingerprint" in report) || report.fingerprint === undefined) return false;
    if (report.cutBy === "timeout") return false;
    const question = await shortened(questionOf(request));
    const first = this.#known.get(question);
    if (request.skip === 0 || first === undefined) this.#remember(question, report.fingerprint);
    return request.skip > 0 && first !== undefined && first !== report.fingerprint;
  }

  #remember(question: string, fingerprint: number): void {
    this.#known.delete(question);
    this.#known.set(question, fingerprint);
    const [oldest] = this.#known.keys();
    if (this.#known.size > QUESTIONS) this.#known.delete(oldest);
  }
}

/** Everything about a request that decides what is found, and nothing about how much of it is shown. */
function questionOf(request: Request): string {
  const howMuch = ["skip", "limit", "need", "timeoutMs", "contextBefore", "contextAfter", "metadata"];
  return JSON.stringify(request, (key, value) => howMuch.includes(key) ? undefined : value);
}

/** The same for no two questions: a digest is never taken for the JSON of a short one. */
async function shortened(question: string): Promise<string> {
  if (question.length <= LONG) return question;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(question))).toHex();
}
