/**
 * Main's side of the engine's thread.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { MailboxCounter } from "../engine/task/mailbox_counter.ts";
import { type Bilingual, fillBoth } from "../model/messages/bilingual.ts";
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { FromEngine, ToEngine } from "../worker/engine_messages.ts";
import type { ExecuteOptions } from "./engine.ts";
import { type EndProcess, ENGINE_NOTICES } from "./engine_notices.ts";
import { yieldThread } from "../worker/yield_thread.ts";
import { startWorker } from "./start_worker.ts";
import { WORKER_MODULE } from "./worker_module.ts";

/** The runtime would not start a thread; the message says why. */
export class ThreadRefusedError extends Error {}

/** One call under way on a thread. */
interface PendingCall {
  readonly resolve: (report: Report) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress?: ExecuteOptions["onProgress"];
}

/**
 * Milliseconds behind its deadline after which a call's thread is asked whether it is there, and after which,
 * without a word from it, it is not. No slice of work is nearly as long, also where ten processes want each processor.
 */
const PING_AFTER_MS = 2000, DEAD_AFTER_MS = 15_000;

/** The engine's thread. */
export class EngineThread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, PendingCall>();
  readonly #mailbox = new MailboxCounter(MailboxCounter.createShared());
  #nextId = 0;
  #received = 0;
  #isClosed = false;
  /** Resolves with the permissions the thread holds, once it answers. */
  readonly ready: Promise<Readonly<Record<string, string>>>;

  /**
   * @param budget bytes of contents it may keep
   * @param watch its port to the watching thread
   * @param onDeath told once it has run and does not any more
   */
  constructor(
    roots: readonly RootDir[],
    budget: number,
    watch: MessagePort | undefined,
    readonly onDeath: EndProcess,
  ) {
    this.#worker = startWorker(WORKER_MODULE, "fossick-engine", { read: roots.map((root) => root.ioPath) });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
        this.#received++;
        if (data.type === "ready") resolve(data.permissions);
        else if (data.type === "bug" && data.id === undefined) reject(new Error(data.message));
        else this.#handleMessage(data);
      };
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new ThreadRefusedError(event.message));
        if (this.#received > 0) this.#reportDeath(fillBoth(ENGINE_NOTICES.thread_died, { why: event.message }));
      };
    });
    const { sentCount: sent } = this.#mailbox;
    const open: ToEngine = { type: "open", roots, budget, sent, ...(watch && { watch }) };
    this.#worker.postMessage(open, watch === undefined ? [] : [watch]);
  }

  /** Asks the thread; rejects at once when the signal aborts, while the thread winds the call up. */
  execute(request: Request, { signal, onProgress, callNumber: call }: ExecuteOptions): Promise<Report> {
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
    const followed = onProgress && { followed: true as const };
    this.#send({
      type: "run",
      id,
      request,
      askedAt: Date.now(),
      ...followed,
      ...(call !== undefined && { call }),
    });
    return promise;
  }

  /** Ends it; what is under way is cancelled, since nobody will answer. */
  close(): void {
    this.#isClosed = true;
    this.#worker.terminate();
    this.#rejectAll(new ToolError("cancelled"));
  }

  #send(message: ToEngine): void {
    this.#mailbox.countSent();
    this.#worker.postMessage(message);
  }

  /** Asks a thread that should have answered by now whether it is there. */
  async #ping(): Promise<void> {
    const before = this.#received;
    this.#send({ type: "ping" });
    await new Promise((resolve) => setTimeout(resolve, DEAD_AFTER_MS));
    // Where this thread was kept waiting as well, the answer may be there and not have been heard yet.
    await yieldThread(true);
    if (this.#received === before && !this.#isClosed) this.#reportDeath(ENGINE_NOTICES.thread_silent);
  }

  #reportDeath(why: Bilingual): void {
    this.#rejectAll(new Error(why.en));
    this.onDeath(why);
  }

  #rejectAll(why: Error): void {
    for (const call of this.#calls.values()) call.reject(why);
    this.#calls.clear();
  }

  #handleMessage(message: FromEngine): void {
    if (message.type === "ready" || message.type === "pong" || message.id === undefined) return;
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

/** Hands a message to the call that it is about; whether the call is over. An error in it ends this call alone. */
function deliver(message: Exclude<FromEngine, { type: "ready" | "pong" }>, call: PendingCall): boolean {
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

/** A report that a thread of ours has written. */
function parseReport(json: string): Report {
  return JSON.parse(json);
}

function bugError({ message, stack }: Extract<FromEngine, { type: "bug" }>): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
