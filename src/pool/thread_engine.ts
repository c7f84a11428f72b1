/**
 * The engine on a thread of its own.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { type Report, reportFor, type ReportOf } from "../model/report.ts";
import type { Request, WarmRequest } from "../model/request.ts";
import { type EndProcess, endProcessIn } from "./engine_notices.ts";
import type { CacheOptions, Engine, EngineStatus, ExecuteOptions } from "./engine.ts";
import { EngineThread } from "./engine_thread.ts";
import { WatchThread } from "./watch_thread.ts";

/** Runs requests on a thread that holds `read: [roots]` and no other permission. */
export class ThreadEngine implements Engine {
  private constructor(
    readonly thread: EngineThread,
    readonly status: EngineStatus,
    readonly watch: WatchThread | undefined,
    readonly warming: Promise<Report> | undefined,
  ) {}

  /**
   * @param end for when the thread has died: main has given up reading by then, so it can start no other in its place
   * @param first what the thread does as soon as it runs, in the background
   * @throws ThreadRefusedError when the runtime gives no thread
   */
  static async start(
    roots: readonly RootDir[],
    memory: CacheOptions,
    end: EndProcess = endProcessIn("en"),
    first?: WarmRequest,
  ): Promise<ThreadEngine> {
    const watch = memory.isWatched ? new WatchThread(roots) : undefined;
    const thread = new EngineThread(roots, memory.bytes, watch?.connect(), end);
    const begun = first && thread.execute(first, {});
    // The first question says what is wrong.
    begun?.catch(() => {});
    try {
      const permissions = await thread.ready;
      watch?.start();
      return new ThreadEngine(thread, { mode: "threads", threads: 1, permissions }, watch, begun);
    } catch (error) {
      watch?.close();
      thread.close();
      throw error;
    }
  }

  async execute<R extends Request>(request: R, options: ExecuteOptions = {}): Promise<ReportOf[R["op"]]> {
    if (options.callNumber !== undefined) this.watch?.requestDrain(options.callNumber);
    return reportFor<R["op"]>(request.op, await this.thread.execute(request, options));
  }

  close(): void {
    this.watch?.close();
    this.thread.close();
  }
}
