/**
 * What is put around an engine, whichever it is: a watchdog, the check that pages belong together, and the collection
 * of garbage when it is idle.
 * @module
 */
import { fillBoth } from "../model/messages/bilingual.ts";
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { IdleGc } from "../worker/idle_gc.ts";
import type { Engine } from "./engine.ts";
import { type EndProcess, ENGINE_NOTICES } from "./engine_notices.ts";

/**
 * Milliseconds after its deadline at which a call is given up, and the engine with it: even a very busy system is not
 * so late.
 */
const GRACE_MS = 30_000;
/** Questions whose first page is remembered, the oldest forgotten first. */
const MAX_REMEMBERED_QUESTIONS = 128;
/** UTF-16 units of a question beyond which its digest is kept in its place: an argument may have megabytes. */
const MAX_KEY_UNITS = 1024;

/** Ends the process when an answer is overdue: a caller never waits for good. */
export function withWatchdog(engine: Engine, end: EndProcess, graceMs = GRACE_MS): Engine {
  return withExecute(engine, async (request, options) => {
    // What is done unasked waits for all else.
    if (request.op === "warm") return await engine.execute(request, options);
    const allowed = request.timeoutMs + graceMs;
    const why = fillBoth(ENGINE_NOTICES.overdue, { seconds: Math.round(allowed / 1000) });
    const overdue = setTimeout(() => end(why), allowed);
    try {
      return await engine.execute(request, options);
    } finally {
      clearTimeout(overdue);
    }
  });
}

/** Has a later page say when it does not continue the first: the tree has changed between them. */
export function withPageCheck(engine: Engine): Engine {
  const pages = new FirstPages();
  return withExecute(engine, async (request, options) => {
    const report = await engine.execute(request, options);
    return await pages.hasTreeChanged(request, report) ? { ...report, treeChanged: true } : report;
  });
}

/** Collects this thread's garbage once the engine is at rest: answers are made and sent by then. */
export function withIdleGc(engine: Engine, keeper: IdleGc = new IdleGc()): Engine {
  return {
    ...withExecute(engine, (request, options) => keeper.track(() => engine.execute(request, options))),
    close: () => {
      keeper.cancel();
      engine.close();
    },
  };
}

/** `engine`, asked by `run`; all else stays. */
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

/** The fingerprints of the first pages of questions. */
class FirstPages {
  readonly #known = new Map<string, number>();

  async hasTreeChanged(request: Request, report: Report): Promise<boolean> {
    if (!("skip" in request) || !("fingerprint" in report) || report.fingerprint === undefined) return false;
    if (report.cutBy === "timeout") return false;
    const question = await digestIfLong(questionKey(request));
    const first = this.#known.get(question);
    if (request.skip === 0 || first === undefined) this.#remember(question, report.fingerprint);
    return request.skip > 0 && first !== undefined && first !== report.fingerprint;
  }

  #remember(question: string, fingerprint: number): void {
    this.#known.delete(question);
    this.#known.set(question, fingerprint);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_REMEMBERED_QUESTIONS) this.#known.delete(oldest);
  }
}

/** Everything about a request that decides what is found, and nothing about how much of it is shown. */
function questionKey(request: Request): string {
  const howMuch = ["skip", "limit", "need", "timeoutMs", "contextBefore", "contextAfter", "metadata"];
  return JSON.stringify(request, (key, value) => howMuch.includes(key) ? undefined : value);
}

/** The same for no two questions: a digest is never taken for the JSON of a short one. */
async function digestIfLong(question: string): Promise<string> {
  if (question.length <= MAX_KEY_UNITS) return question;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(question))).toHex();
}
