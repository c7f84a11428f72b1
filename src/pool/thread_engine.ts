/**
 * The engine on a thread of its own: main's side of it.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import type { ParserFile } from "../engine/structure/language.ts";
import { MailboxCounter } from "../engine/task/mailbox_counter.ts";
import { say } from "../model/messages/messages.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { type Report, reportFor, type ReportOf } from "../model/report.ts";
import type { Request, WarmRequest } from "../model/request.ts";
import type { FromEngine, ToEngine } from "../worker/engine_messages.ts";
import { yieldThread } from "../worker/yield_thread.ts";
import type { CacheOptions, Engine, EngineStatus, ExecuteOptions } from "./engine.ts";
import { type EndProcess, endProcessIn, type EngineNotice } from "./engine_notices.ts";
import { readParserFile } from "./parser_files.ts";
import { startWorker } from "./start_worker.ts";
import { WatchThread } from "./watch_thread.ts";
import { WORKER_MODULE } from "./worker_module.ts";

/** Runs requests on a thread that holds `read: [roots]` and no other permission. */
export class ThreadEngine implements Engine {
  private constructor(
    readonly thread: EngineThread,
    readonly status: EngineStatus,
    readonly watch: WatchThread | undefined,
    readonly warming: Promise<Report> | undefined,
  ) {}

  /**
   * @param end called when the thread has died: main has given up reading by then and can't start another thread
   * @param first a request that the thread handles in the background as soon as it runs
   * @throws ThreadRefusedError if the runtime grants no thread
   */
  static async start(
    roots: readonly RootDir[],
    cache: CacheOptions,
    end: EndProcess = endProcessIn("en"),
    first?: WarmRequest,
  ): Promise<ThreadEngine> {
    const watch = cache.isWatched ? new WatchThread(roots) : undefined;
    const thread = new EngineThread(roots, cache.bytes, watch?.connect(), end);
    const warming = first && thread.execute(first, {});
    // If it fails, the next request reports why.
    warming?.catch(() => {});
    try {
      const permissions = await thread.ready;
      watch?.start();
      return new ThreadEngine(thread, { mode: "threads", threads: 1, permissions }, watch, warming);
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

/** The runtime refused to start a thread; the message says why. */
export class ThreadRefusedError extends Error {}

/** One call in progress on the thread. */
interface PendingCall {
  readonly resolve: (report: Report) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress?: ExecuteOptions["onProgress"];
}

/**
 * Milliseconds after a call's deadline at which its thread is pinged, and after which a thread that sent no message
 * counts as dead. No slice of work is nearly as long, even if ten processes compete for each processor.
 */
const PING_AFTER_MS = 2000, DEAD_AFTER_MS = 15_000;

/** The engine's thread: sends requests to it and receives its messages. */
class EngineThread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  readonly #mailbox = new MailboxCounter(MailboxCounter.createShared());
  #nextId = 0;
  #received = 0;
  #isClosed = false;
  /** Resolves with the permissions that the thread holds, once it is ready. */
  readonly ready: Promise<Readonly<Record<string, string>>>;

  /**
   * @param cacheBytes maximum size of its cached contents
   * @param watch its port to the watching thread
   * @param onDeath called if it has run and has died
   */
  constructor(
    roots: readonly RootDir[],
    cacheBytes: number,
    watch: MessagePort | undefined,
    readonly onDeath: EndProcess,
  ) {
    this.#worker = startWorker(WORKER_MODULE, "fossick-engine", { read: roots.map((root) => root.ioPath) });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
        this.#received++;
        if (data.type === "ready") resolve(data.permissions);
        else if (data.type === "need_file") void this.#sendFile(data.file);
        else if (data.type === "bug" && data.id === undefined) reject(new Error(data.message));
        else this.#handleMessage(data);
      };
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new ThreadRefusedError(event.message));
        if (this.#received > 0) this.#reportDeath(died(event.message));
      };
    });
    const { sentCount } = this.#mailbox;
    const open: ToEngine = { type: "open", roots, cacheBytes, sentCount, ...(watch && { watch }) };
    this.#worker.postMessage(open, watch === undefined ? [] : [watch]);
  }

  /** Sends a request. Rejects immediately when the signal aborts; the thread ends the call later. */
  execute(request: Request, { signal, onProgress, callNumber }: ExecuteOptions): Promise<Report> {
    if (signal?.aborted || this.#isClosed) return Promise.reject(signal?.reason ?? new ToolError("cancelled"));
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    const cancel = () => {
      this.#send({ type: "cancel", id });
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel);
    const overdue = setTimeout(() => void this.#ping(), request.timeoutMs + PING_AFTER_MS);
    promise.catch(() => {}).finally(() => {
      signal?.removeEventListener("abort", cancel);
      clearTimeout(overdue);
    });
    this.#calls.set(id, { resolve, reject, onProgress });

    this.#send({
      type: "run",
      id,
      request,
      askedAt: Date.now(),
      ...(onProgress && { wantsProgress: true }),
      ...(callNumber !== undefined && { callNumber }),
    });
    return promise;
  }

  /** Ends the thread and cancels the calls in progress. */
  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    this.#rejectAll(new ToolError("cancelled"));
  }

  #send(message: ToEngine): void {
    this.#mailbox.countSent();
    this.#worker.postMessage(message);
  }

  async #sendFile(file: ParserFile): Promise<void> {
    try {
      this.#send({ type: "file", file, bytes: await readParserFile(file) });
    } catch (error) {
      this.#send({ type: "file", file, error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Pings a thread whose answer is overdue. */
  async #ping(): Promise<void> {
    const before = this.#received;
    this.#send({ type: "ping" });
    await new Promise((resolve) => setTimeout(resolve, DEAD_AFTER_MS));
    // If this thread was kept waiting, too, the answer may have arrived and not been handled yet.
    await yieldThread(true);
    if (this.#received === before && !this.#isClosed) this.#reportDeath(died("it does not answer"));
  }

  #reportDeath(why: EngineNotice): void {
    this.#rejectAll(new Error(say("en", why.key, why.params)));
    this.onDeath(why);
  }

  #rejectAll(why: Error): void {
    for (const call of this.#calls.values()) call.reject(why);
    this.#calls.clear();
  }

  #handleMessage(message: FromEngine): void {
    if (
      message.type === "ready" || message.type === "pong" || message.type === "need_file" || message.id === undefined
    ) return;
    const { id } = message, call = this.#calls.get(id);
    if (call === undefined) return;
    try {
      if (deliver(message, call)) this.#calls.delete(id);
    } catch (error) {
      this.#calls.delete(id);
      this.#send({ type: "cancel", id });
      call.reject(error);
    }
  }
}

/** Passes a message to its call; whether it was the call's last. An error that the call throws ends this call alone. */
function deliver(message: Exclude<FromEngine, { type: "ready" | "pong" | "need_file" }>, call: PendingCall): boolean {
  switch (message.type) {
    case "progress":
      call.onProgress?.(message.done, message.total);
      return false;
    case "report":
      call.resolve(parseReport(message.report));
      return true;
    case "fault":
      call.reject(new ToolError(message.fault.key, message.fault.params));
      return true;
    case "bug":
      call.reject(bugError(message));
      return true;
  }
}

/** Not validated: the engine's own thread has written it. */
function parseReport(json: string): Report {
  return JSON.parse(json);
}

function bugError({ message, stack }: Extract<FromEngine, { type: "bug" }>): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** The notice of a thread that can't go on. */
function died(why: string): EngineNotice {
  return { key: "engine.thread_died", params: { why } };
}
