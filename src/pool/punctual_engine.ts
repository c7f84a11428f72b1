/**
 * Never a silent hang: an engine that does not answer ends the process, which says why.
 * @module
 */
import { inBoth } from "../model/fill.ts";
import type { ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { Engine, RunOptions } from "./engine.ts";
import { type End, ENGINE_NOTICES } from "./engine_notices.ts";
import { OuterEngine } from "./outer_engine.ts";

/**
 * Milliseconds after its deadline at which a call is given up, and the engine with it: even a very busy system is not
 * so late.
 */
const GRACE_MS = 30_000;

/** An engine that is given up when it is overdue. */
export class PunctualEngine extends OuterEngine {
  constructor(engine: Engine, readonly giveUp: End, readonly graceMs = GRACE_MS) {
    super(engine);
  }

  override async run<R extends Request>(request: R, options?: RunOptions): Promise<ReportOf[R["op"]]> {
    // What is done unasked waits for all else.
    if (request.op === "warm") return await this.engine.run(request, options);
    const allowed = request.timeoutMs + this.graceMs;
    const why = inBoth(ENGINE_NOTICES.overdue, { seconds: Math.round(allowed / 1000) });
    const overdue = setTimeout(() => this.giveUp(why), allowed);
    try {
      return await this.engine.run(request, options);
    } finally {
      clearTimeout(overdue);
    }
  }
}
