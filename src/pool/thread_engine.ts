/**
 * The engine on threads of its own: a search is shared out over all of them, anything else goes to the
 * least busy one.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { AskedCounts } from "../engine/asked.ts";
import { type Report, reportFor, type ReportOf, type SearchReport } from "../model/report.ts";
import type { Request, SearchRequest, WarmRequest } from "../model/request.ts";
import { WatchThread } from "./watch_thread.ts";
import { type End, endIn } from "./engine_notices.ts";
import type { Engine, EngineStatus, Memory, RunOptions } from "./engine.ts";
import { answered, isVain, warmed } from "./merge.ts";
import { firstShare, isByLine, SharedPage } from "./shared_page.ts";
import type { SharedCounts } from "../worker/protocol.ts";
import { Thread } from "./thread.ts";

/**
 * Beyond this `skip`, where pages can't be cut by line, handing every thread all the earlier hits costs more than it
 * saves.
 */
const MAX_SHARED_SKIP = 20_000;

/** Runs requests on threads that hold `read: [roots]` and no other permission. */
export class ThreadEngine implements Engine {
  private constructor(
    readonly threads: readonly Thread[],
    readonly status: EngineStatus,
    readonly watch: WatchThread | undefined,
    readonly asked: AskedCounts,
    readonly begun: Promise<Report> | undefined,
  ) {}

  /**
   * @param end for when one of them has died: main has given up reading by then, so it can start no other in its place
   * @param first what the threads do as soon as they run, for nobody
   * @throws ThreadRefused when the runtime gives no thread
   */
  static async start(
    roots: readonly RootDir[],
    count: number,
    memory: Memory,
    end: End = endIn("en"),
    first?: WarmRequest,
  ): Promise<ThreadEngine> {
    const watch = memory.watched ? new WatchThread(roots) : undefined;
    const budget = Math.floor(memory.bytes / count);
    const counts: SharedCounts = { asked: AskedCounts.shared(), taken: shared(count) };
    const channels = Array.from({ length: count - 1 }, () => new MessageChannel());
    const threads = Array.from({ length: count }, (_, index) => {
      const others = index === 0 ? channels.map(({ port1 }) => port1) : [channels[index - 1].port2];
      return new Thread(roots, budget, watch?.connect(), others, counts, end);
    });
    const begun = first && warm(threads, first);
    // Whoever asks will be told what is wrong.
    begun?.catch(() => {});
    try {
      const [permissions] = await Promise.all(threads.map((thread) => thread.ready));
      watch?.start();
      return new ThreadEngine(
        threads,
        { mode: "threads", threads: count, permissions },
        watch,
        new AskedCounts(counts.asked),
        begun,
      );
    } catch (error) {
      watch?.close();
      for (const thread of threads) thread.close();
      throw error;
    }
  }

  async run<R extends Request>(request: R, options: RunOptions = {}): Promise<ReportOf[R["op"]]> {
    return reportFor<R["op"]>(request.op, answered(await this.#report(request, options), request));
  }

  async #report(request: Request, options: RunOptions): Promise<Report> {
    if (request.op === "warm") return await warm(this.threads, request, options);
    const over = this.asked.begin(request.op === "search");
    if (options.call !== undefined) this.expect(options.call);
    try {
      const isShared = request.op === "search" && this.threads.length > 1 && isShareable(request);
      return isShared ? await this.#search(request, options) : await this.#alone(request, options);
    } finally {
      over();
    }
  }

  async #search(request: SearchRequest, options: RunOptions): Promise<Report> {
    const end = performance.now() + request.timeoutMs, left = () => end - performance.now();
    const first = await this.#shares([firstShare(request, this.threads.length)], options);
    const page = new SharedPage(first, request), { next } = page;
    if (next === "done" || left() <= 0) return page.report;
    if (next !== "alone") {
      const later = next.map((stretch) => ({ ...request, ...stretch, timeoutMs: left() }));
      const whole = page.with(await this.#shares(later, options));
      if (whole?.next === "done") return whole.report;
    }
    if (left() <= 0) return page.report;
    const alone = await this.#alone({ ...request, timeoutMs: left() }, options);
    return isVain(alone) ? page.report : alone;
  }

  /** @param requests one for each thread, or the last for all the others */
  async #shares(requests: readonly SearchRequest[], options: RunOptions): Promise<SearchReport[]> {
    const reports = await spread(this.threads, (i) => requests[i] ?? requests[requests.length - 1], options);
    return reports.map((report) => reportFor("search", report));
  }

  async #alone(request: Request, options: RunOptions): Promise<Report> {
    const idle = this.threads.reduce((a, b) => (b.busy < a.busy ? b : a));
    return await idle.run(request, { index: 0, count: 1, number: ++requests }, options);
  }

  expect(call: number): void {
    this.watch?.ask(call);
  }

  giveWay(over: Promise<unknown>): void {
    const goOn = this.asked.begin(false);
    over.then(goOn, goOn);
  }

  close(): void {
    this.watch?.close();
    for (const thread of this.threads) thread.close();
  }
}

/** Once more when all is known: from then on the files are shared out evenly. */
async function warm(threads: readonly Thread[], request: WarmRequest, options: RunOptions = {}): Promise<Report> {
  await spread(threads, () => request, options);
  return warmed(await spread(threads, () => request, options));
}

/** So many counts of 0, for all threads to see. */
function shared(counts: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(counts * Int32Array.BYTES_PER_ELEMENT));
}

/** Requests that threads were asked, each known by its number to all that have a part in it. */
let requests = 0;

/** The first thread finds the files and deals them out; when one fails the others are stopped. */
async function spread(
  threads: readonly Thread[],
  requestOf: (thread: number) => Request,
  options: RunOptions,
): Promise<Report[]> {
  const count = threads.length, stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  const progress = options.onProgress && sumOf(count, options.onProgress);
  const number = ++requests;
  const running = threads.map((thread, index) =>
    thread.run(requestOf(index), { index, count, number }, { ...options, signal, onProgress: progress?.(index) })
  );
  const all = Promise.all(running);
  all.catch(() => {});
  try {
    const first = await Promise.race([running[0], all.then(([report]) => report)]);
    return first.op === "search" && first.whole ? [first] : await all;
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}

/**
 * Shares are merged in path order; other orders are one thread's work, as is a later page of the fullest files: which
 * they are no thread knows from its share.
 */
function isShareable(request: SearchRequest): boolean {
  const { find, need, skip } = request;
  if (need === "samples" && skip > 0) return false;
  return (skip <= MAX_SHARED_SKIP || isByLine(request)) && (find === undefined || find.sort === "path");
}

/** Progress of `count` threads as one. */
function sumOf(count: number, onProgress: NonNullable<RunOptions["onProgress"]>) {
  const far = Array.from({ length: count }, () => ({ done: 0, total: 0 }));
  return (index: number) => (done: number, total = 0) => {
    far[index] = { done, total };
    onProgress(far.reduce((n, f) => n + f.done, 0), far.reduce((n, f) => n + f.total, 0));
  };
}
