/**
 * Main's side of the engine's thread.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { CountedMail } from "../engine/mail.ts";
import { type Bilingual, inBoth } from "../model/fill.ts";
import type { Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import type { FromThread, ToThread } from "../worker/protocol.ts";
import type { RunOptions } from "./engine.ts";
import { type End, ENGINE_NOTICES } from "./engine_notices.ts";
import { yieldThread } from "../worker/yield_thread.ts";
import { startWorker } from "./start_worker.ts";
import { WORKER_MODULE } from "./worker_module.ts";

/** The runtime would not start a thread; the message says why. */
export class ThreadRefused extends Error {}

/** One call under way on a thread. */
interface Call {
  readonly resolve: (report: Report) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress?: RunOptions["onProgress"];
}

/**
 * Milliseconds behind its deadline after which a call's thread is asked whether it is there, and after which,
 * without a word from it, it is not. No slice of work is nearly as long, also where ten processes want each processor.
 */
const OVERDUE_MS = 2000, SILENCE_MS = 15_000;

/** The engine's thread. */
export class Thread {
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  readonly #mail = new CountedMail(CountedMail.shared());
  #nextId = 0;
  #heard = 0;
  #closed = false;
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
    readonly onDeath: End,
  ) {
    this.#worker = startWorker(WORKER_MODULE, "fossick-engine", { read: roots.map((root) => root.io) });
    this.ready = new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
        this.#heard++;
        if (data.type === "ready") resolve(data.permissions);
        else if (data.type === "bug" && data.id === undefined) reject(new Error(data.message));
        else this.#take(data);
      };
      this.#worker.onerror = (event) => {
        event.preventDefault();
        reject(new ThreadRefused(event.message));
        if (this.#heard > 0) this.#die(inBoth(ENGINE_NOTICES.thread_died, { why: event.message }));
      };
    });
    const { sent } = this.#mail;
    const open: ToThread = { type: "open", roots, budget, sent, ...(watch && { watch }) };
    this.#worker.postMessage(open, watch === undefined ? [] : [watch]);
  }

  /** Asks the thread; rejects at once when the signal aborts, while the thread winds the call up. */
  run(request: Request, { signal, onProgress, call }: RunOptions): Promise<Report> {
    if (signal?.aborted || this.#closed) return Promise.reject(signal?.reason ?? new ToolError("cancelled"));
    const id = this.#nextId++;
    const { promise, resolve, reject } = Promise.withResolvers<Report>();
    const cancel = () => {
      this.#send({ type: "cancel", id });
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", cancel);
    const overdue = setTimeout(() => void this.#callOut(), request.timeoutMs + OVERDUE_MS);
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
    this.#closed = true;
    this.#worker.terminate();
    this.#rejectAll(new ToolError("cancelled"));
  }

  #send(message: ToThread): void {
    this.#mail.send();
    this.#worker.postMessage(message);
  }

  /** Asks a thread that should have answered by now whether it is there. */
  async #callOut(): Promise<void> {
    const before = this.#heard;
    this.#send({ type: "ping" });
    await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
    // Where this thread was kept waiting as well, the answer may be there and not have been heard yet.
    await yieldThread(true);
    if (this.#heard === before && !this.#closed) this.#die(ENGINE_NOTICES.thread_silent);
  }

  #die(why: Bilingual): void {
    this.#rejectAll(new Error(why.en));
    this.onDeath(why);
  }

  #rejectAll(why: Error): void {
    for (const call of this.#calls.values()) call.reject(why);
    this.#calls.clear();
  }

  #take(message: FromThread): void {
    if (message.type === "ready" || message.type === "pong" || message.id === undefined) return;
    const { id } = message, call = this.#calls.get(id);
    if (call === undefined) return;
    try {
      if (isLast(message, call)) this.#calls.delete(id);
    } catch (error) {
      this.#calls.delete(id);
      this.#send({ type: "cancel", id });
      call.reject(error);
    }
  }
}

/** Hands a message to the call that it is about; whether the call is over. An error in it ends this call alone. */
function isLast(message: Exclude<FromThread, { type: "ready" | "pong" }>, call: Call): boolean {
  switch (message.type) {
    case "progress":
      call.onProgress?.(message.done, message.total);
      return false;
    case "report":
      call.resolve(reportIn(message.report));
      return true;
    case "fault":
      call.reject(new ToolError(message.fault.key, message.fault.params));
      return true;
    case "bug":
      call.reject(bug(message));
      return true;
  }
}

/** A report that a thread of ours has written. */
function reportIn(json: string): Report {
  return JSON.parse(json);
}

function bug({ message, stack }: Extract<FromThread, { type: "bug" }>): Error {
  const error = new Error(message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
