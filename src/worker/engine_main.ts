/**
 * The engine's thread: runs the requests that main sends. It is started with `read: [roots]` as its only permission.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import type { ParserFile, ReadParserFile } from "../engine/structure/language.ts";
import { type FaultData, ToolError } from "../model/messages/tool_error.ts";
import type { Request } from "../model/request.ts";
import { IdleGc } from "./idle_gc.ts";
import { type CacheOptions, RequestRunner } from "./request_runner.ts";

/** From main to the engine's thread. */
export type ToEngine =
  | {
    readonly type: "open";
    readonly roots: readonly RootDir[];
    readonly cache: CacheOptions;
  }
  | {
    readonly type: "run";
    readonly id: number;
    readonly request: Request;
    /** UNIX milliseconds. The timeout runs from then, not from when a busy thread receives the message. */
    readonly askedAt: number;
    /** Progress is to be reported. */
    readonly wantsProgress?: true;
  }
  | { readonly type: "cancel"; readonly id: number }
  /** The reply to `need_file`: the file, or why there is none. */
  | {
    readonly type: "file";
    readonly file: ParserFile;
    readonly bytes?: Uint8Array<ArrayBuffer>;
    readonly error?: string;
  };

/** From the engine's thread to main. */
export type FromEngine =
  | { readonly type: "ready"; readonly permissions: Readonly<Record<string, string>> }
  /** Requests a file of the parser, as it is first needed. */
  | { readonly type: "need_file"; readonly file: ParserFile }
  | { readonly type: "progress"; readonly id: number; readonly done: number; readonly total?: number }
  /** The report as JSON: one string crosses threads many times as fast as ten thousand objects. */
  | { readonly type: "report"; readonly id: number; readonly report: string }
  | { readonly type: "fault"; readonly id: number; readonly fault: FaultData }
  | { readonly type: "bug"; readonly id?: number; readonly message: string; readonly stack?: string };

/** Asks main for files. */
class ParserFileClient {
  readonly #waiting = new Map<ParserFile, PromiseWithResolvers<Uint8Array<ArrayBuffer>>>();

  constructor(private readonly post: (message: FromEngine) => void) {}

  /** Requests a file, unless it is already requested. */
  readonly read: ReadParserFile = (file) => {
    const waiting = this.#waiting.get(file);
    if (waiting !== undefined) return waiting.promise;
    const requested = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    this.#waiting.set(file, requested);
    this.post({ type: "need_file", file });
    return requested.promise;
  };

  /** Handles main's reply. */
  receive({ file, bytes, error }: Extract<ToEngine, { type: "file" }>): void {
    const waiting = this.#waiting.get(file);
    this.#waiting.delete(file);
    if (bytes !== undefined) waiting?.resolve(bytes);
    else waiting?.reject(new Error(error));
  }
}

/** The part of a worker's global scope that this module uses. */
interface ThreadScope {
  onmessage: ((event: MessageEvent<ToEngine>) => void) | null;
  postMessage(message: FromEngine): void;
}

declare const self: ThreadScope;

/** Cancels each running request. */
const cancelById = new Map<number, AbortController>();
let runner: RequestRunner | undefined;
const idleGc = new IdleGc();
const parserFiles = new ParserFileClient((message) => self.postMessage(message));

self.onmessage = ({ data }) => {
  switch (data.type) {
    case "open":
      return openEngine(data);
    case "run":
      return void idleGc.track(() => runRequest(data));
    case "cancel":
      return cancelById.get(data.id)?.abort(new ToolError("cancelled"));
    case "file":
      return parserFiles.receive(data);
  }
};

function openEngine({ roots, cache }: Extract<ToEngine, { type: "open" }>): void {
  try {
    const { permissions, warming } = runner = new RequestRunner(roots, cache, parserFiles.read);
    if (warming !== undefined) void idleGc.track(() => warming);
    self.postMessage({ type: "ready", permissions });
  } catch (error) {
    self.postMessage(failureMessage(undefined, error));
  }
}

async function runRequest(message: Extract<ToEngine, { type: "run" }>): Promise<void> {
  const { id, request, askedAt, wantsProgress } = message, cancel = new AbortController();
  cancelById.set(id, cancel);
  try {
    if (runner === undefined) throw new Error("a thread was asked to run before it was opened");
    const report = await runner.run(request, {
      timeoutMs: request.timeoutMs - Math.max(0, Date.now() - askedAt),
      signal: cancel.signal,
      ...(wantsProgress &&
        { onProgress: throttled((done, total) => self.postMessage({ type: "progress", id, done, total })) }),
    });
    self.postMessage({ type: "report", id, report: JSON.stringify(report) });
  } catch (error) {
    self.postMessage(failureMessage(id, error));
  } finally {
    cancelById.delete(id);
  }
}

/** Milliseconds between two reports of progress: each takes main as long as a file. */
const PROGRESS_MS = 50;

/** Calls `report` at most every `PROGRESS_MS`, and at the end. */
function throttled(report: (done: number, total?: number) => void): (done: number, total?: number) => void {
  let next = 0;
  return (done, total) => {
    const now = performance.now();
    if (now < next && done !== total) return;
    next = now + PROGRESS_MS;
    report(done, total);
  };
}

function failureMessage(id: number | undefined, error: unknown): FromEngine {
  if (error instanceof ToolError && id !== undefined) return { type: "fault", id, fault: error.data };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { type: "bug", id, message, stack };
}
