/**
 * An engine that leaves no garbage behind on the thread that asks it.
 * @module
 */
import type { ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { HeapKeeper } from "../worker/heap.ts";
import type { Engine, EngineStatus, RunOptions } from "./engine.ts";

/** An engine at whose rest this thread's garbage is collected: that of its answers, too, which are long made by then. */
export class TidyEngine implements Engine {
  constructor(readonly engine: Engine, readonly keeper: HeapKeeper = new HeapKeeper()) {}

  get status(): EngineStatus {
    return this.engine.status;
  }

  run<R extends Request>(request: R, options?: RunOptions): Promise<ReportOf[R["op"]]> {
    return this.keeper.during(() => this.engine.run(request, options));
  }

  expect(call: number): void {
    this.engine.expect(call);
  }

  giveWay(over: Promise<unknown>): void {
    this.engine.giveWay(over);
  }

  close(): void {
    this.keeper.close();
    this.engine.close();
  }
}
