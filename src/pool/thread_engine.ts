/**
 * The engine on threads of its own: a search is shared out over all of them, anything else goes to the
 * least busy one.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { type Report, reportFor, type ReportOf } from "../model/report.ts";
import type { Request, SearchRequest } from "../model/request.ts";
import type { Engine, EngineStatus, RunOptions } from "./engine.ts";
import { answered, merge, shareOf } from "./merge.ts";
import { Thread } from "./thread.ts";

/** Beyond this `skip`, handing every thread all the earlier hits costs more than a second thread saves. */
const MAX_SHARED_SKIP = 20_000;

/** Runs requests on threads that hold `read: [roots]` and no other permission. */
export class ThreadEngine implements Engine {
  private constructor(readonly threads: readonly Thread[], readonly status: EngineStatus) {}

  /**
   * @throws ThreadRefused when the runtime gives no thread
   */
  static async start(roots: readonly RootDir[], count: number): Promise<ThreadEngine> {
    const threads = Array.from({ length: count }, () => new Thread(roots));
    try {
      const [permissions] = await Promise.all(threads.map((thread) => thread.ready));
      return new ThreadEngine(threads, { mode: "threads", threads: count, permissions });
    } catch (error) {
      for (const thread of threads) thread.close();
      throw error;
    }
  }

  async run<R extends Request>(request: R, options: RunOptions = {}): Promise<ReportOf[R["op"]]> {
    return reportFor<R["op"]>(request.op, answered(await this.#report(request, options), request));
  }

  #report(request: Request, options: RunOptions): Promise<Report> {
    if (request.op === "search" && this.threads.length > 1 && isShareable(request)) {
      return this.#shared(request, options);
    }
    const idle = this.threads.reduce((a, b) => (b.busy < a.busy ? b : a));
    return idle.run(request, { index: 0, count: 1 }, options);
  }

  async #shared(request: SearchRequest, options: RunOptions): Promise<Report> {
    const share = shareOf(request), count = this.threads.length;
    const far = this.threads.map(() => ({ done: 0, total: 0 }));
    const reports = await Promise.all(this.threads.map(async (thread, index) => {
      const onProgress = (done: number, total = 0) => {
        far[index] = { done, total };
        options.onProgress?.(far.reduce((n, f) => n + f.done, 0), far.reduce((n, f) => n + f.total, 0));
      };
      return reportFor("search", await thread.run(share, { index, count }, { ...options, onProgress }));
    }));
    return merge(reports, request);
  }

  close(): void {
    for (const thread of this.threads) thread.close();
  }
}

/** Shares are merged in path order; other orders are one thread's work. */
function isShareable({ find, skip }: SearchRequest): boolean {
  return skip <= MAX_SHARED_SKIP && (find === undefined || find.sort === "path");
}
