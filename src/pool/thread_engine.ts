/**
 * The engine on a thread of its own: main's side of it.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import type { ParserFile } from "../engine/structure/language.ts";
import { say } from "../model/messages/messages.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { type Report, reportFor, type ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { FromEngine, ToEngine } from "../worker/engine_main.ts";
import type { CacheOptions } from "../worker/request_runner.ts";
import { startWorker } from "../worker/start_worker.ts";
import {
  type EndProcess,
  endProcessIn,
  type Engine,
  type EngineNotice,
  type EngineStatus,
  type ExecuteOptions,
} from "./engine.ts";
import { readParserFile } from "./parser_files.ts";
import { WORKER_MODULE } from "./worker_module.ts";

/** The runtime refused to start a thread; the message says why. */
export class ThreadRefusedError extends Error {}

/** One call in progress on the thread. */
interface PendingCall {
  readonly resolve: (report: Report) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress?: ExecuteOptions["onProgress"];
}

/** Runs requests on a thread that holds `read: [roots]` and no other permission. */
export class ThreadEngine implements Engine {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  readonly #ready = Promise.withResolvers<Readonly<Record<string, string>>>();
  #nextId = 0;
  #isReady = false;
  #isClosed = false;
  #status: EngineStatus = { mode: "threads", threads: 1, permissions: {} };

  private constructor(roots: readonly RootDir[], cache: CacheOptions, readonly onDeath: EndProcess) {
    this.#worker = startWorker(WORKER_MODULE, "fossick-engine", { read: roots.map((root) => root.ioPath) });
    this.#worker.onmessage = ({ data }: MessageEvent<FromEngine>) => this.#handleMessage(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#ready.reject(new ThreadRefusedError(event.message));
      if (this.#isReady) this.#reportDeath({ key: "engine.thread_died", params: { why: event.message } });
    };
    this.#send({ type: "open", roots, cache });
  }

  /**
   * @param end called when the thread has died: main has given up reading by then and can't start another thread
   * @throws ThreadRefusedError if the runtime grants no thread
   */
  static async start(
    roots: readonly RootDir[],
    cache: CacheOptions,
    end: EndProcess = endProcessIn("en"),
  ): Promise<ThreadEngine> {
    const engine = new ThreadEngine(roots, cache, end);
    try {
      engine.#status = { ...engine.#status, permissions: await engine.#ready.promise };
      return engine;
    } catch (error) {
      engine.close();
      throw error;
    }
  }

  get status(): EngineStatus {
    return this.#status;
  }

  async execute<R extends Request>(request: R, options: ExecuteOptions = {}): Promise<ReportOf[R["op"]]> {
    return reportFor<R["op"]>(request.op, await this.#execute(request, options));
  }

  /** Ends the thread and cancels the calls in progress. */
  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    this.#rejectAll(new ToolError("cancelled"));
  }

  /** Rejects immediately when the signal aborts; the thread ends the call later. */
  #execute(request: Request, { signal, onProgress }: ExecuteOptions): Promise<Report> {
    if (signal?.aborted || this.#isClosed) return Promise.reject(signal?.reason ?? new ToolError("cancelled"));
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    const cancel = () => {
      this.#send({ type: "cancel", id });
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel);
    promise.catch(() => {}).finally(() => signal?.removeEventListener("abort", cancel));
    this.#calls.set(id, { resolve, reject, onProgress });
    this.#send({
      type: "run",
      id,
      request,
      askedAt: Date.now(),
      ...(onProgress && { wantsProgress: true }),
    });
    return promise;
  }

  #send(message: ToEngine): void {
    this.#worker.postMessage(message);
  }

  #handleMessage(message: FromEngine): void {
    if (message.type === "ready") {
      this.#isReady = true;
      this.#ready.resolve(message.permissions);
    } else if (message.type === "need_file") void this.#sendFile(message.file);
    else if (message.type === "bug" && message.id === undefined) this.#ready.reject(bugError(message));
    else this.#deliver(message);
  }

  async #sendFile(file: ParserFile): Promise<void> {
    try {
      this.#send({ type: "file", file, bytes: await readParserFile(file) });
    } catch (error) {
      this.#send({ type: "file", file, error: error instanceof Error ? error.message : String(error) });
    }
  }

  #reportDeath(why: EngineNotice): void {
    this.#rejectAll(new Error(say("en", why.key, why.params)));
    this.onDeath(why);
  }

  #rejectAll(why: Error): void {
    for (const call of this.#calls.values()) call.reject(why);
    this.#calls.clear();
  }

  /** An error that a call's callback throws ends that call alone. */
  #deliver(message: CallMessage): void {
    const { id = -1 } = message, call = this.#calls.get(id);
    if (call === undefined) return;
    if (message.type !== "progress") this.#calls.delete(id);
    try {
      deliver(message, call);
    } catch (error) {
      this.#calls.delete(id);
      this.#send({ type: "cancel", id });
      call.reject(error);
    }
  }
}

/** A message about one call. */
type CallMessage = Exclude<FromEngine, { type: "ready" | "need_file" }>;

function deliver(message: CallMessage, call: PendingCall): void {
  switch (message.type) {
    case "progress":
      return call.onProgress?.(message.done, message.total);
    case "report":
      return call.resolve(parseReport(message.report));
    case "fault":
      return call.reject(new ToolError(message.fault.key, message.fault.params));
    case "bug":
      return call.reject(bugError(message));
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
