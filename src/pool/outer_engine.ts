/**
 * An engine around another, for those who mind how questions are asked and answered: all else is the inner one's.
 * @module
 */
import type { Report, ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { Engine, EngineStatus, RunOptions } from "./engine.ts";

/** Hands on whatever is no question. */
export abstract class OuterEngine implements Engine {
  constructor(readonly engine: Engine) {}

  abstract run<R extends Request>(request: R, options?: RunOptions): Promise<ReportOf[R["op"]]>;

  get status(): EngineStatus {
    return this.engine.status;
  }

  get begun(): Promise<Report> | undefined {
    return this.engine.begun;
  }

  expect(call: number): void {
    this.engine.expect(call);
  }

  giveWay(over: Promise<unknown>): void {
    this.engine.giveWay(over);
  }

  close(): void {
    this.engine.close();
  }
}
