/**
 * An engine that leaves no garbage behind on the thread that asks it.
 * @module
 */
import type { ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { HeapKeeper } from "../worker/heap.ts";
import type { Engine, RunOptions } from "./engine.ts";
import { OuterEngine } from "./outer_engine.ts";

/**
 * An engine at whose rest this thread's garbage is collected, that of its answers, too: there is no rest while a long one
 * is being written, and short ones are long made by then.
 */
export class TidyEngine extends OuterEngine {
  constructor(engine: Engine, readonly keeper: HeapKeeper = new HeapKeeper()) {
    super(engine);
  }

  override run<R extends Request>(request: R, options?: RunOptions): Promise<ReportOf[R["op"]]> {
    return this.keeper.during(() => this.engine.run(request, options));
  }

  override giveWay(over: Promise<unknown>): void {
    this.keeper.during(() => over).catch(() => {});
    super.giveWay(over);
  }

  override close(): void {
    this.keeper.close();
    super.close();
  }
}
