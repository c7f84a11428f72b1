/**
 * The engine's thread: a door and a scheduler. It is started with `read: [roots]` as its only permission.
 * @module
 */
import { DiskDoor } from "../door/disk_door.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import { FileCache } from "../engine/cache/file_cache.ts";
import { dispatch, priorityOf, usesCache } from "../engine/ops/dispatch.ts";
import { Scheduler } from "../engine/run/scheduler.ts";
import type { ParserFile, ReadParserFile } from "../engine/structure/language.ts";
import { MailboxCounter } from "../engine/task/mailbox_counter.ts";
import { VmTimeout } from "../engine/task/vm_timeout.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { FromEngine, ToEngine } from "./engine_messages.ts";
import { IdleGc } from "./idle_gc.ts";
import { connectWatcher } from "./watch_client.ts";
import { yieldThread } from "./yield_thread.ts";

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
let scheduler: Scheduler | undefined;
let mailbox: MailboxCounter | undefined;
const idleGc = new IdleGc();
const parserFiles = new ParserFileClient((message) => self.postMessage(message));

self.onmessage = ({ data }) => {
  mailbox?.countReceived();
  switch (data.type) {
    case "open":
      return openEngine(data);
    case "run":
      return void idleGc.track(() => runRequest(data));
    case "cancel":
      return cancelById.get(data.id)?.abort(new ToolError("cancelled"));
    case "file":
      return parserFiles.receive(data);
    case "ping":
      return self.postMessage({ type: "pong" });
  }
};

function openEngine({ roots, cacheBytes, watch, sentCount }: Extract<ToEngine, { type: "open" }>): void {
  try {
    const door = new DiskDoor(roots);
    mailbox = new MailboxCounter(sentCount);
    const cache = new FileCache(door, cacheBytes);
    scheduler = new Scheduler(door, new VmTimeout(), yieldThread, cache, mailbox, parserFiles.read);
    if (watch !== undefined) connectWatcher(watch, roots, scheduler);
    self.postMessage({ type: "ready", permissions: heldPermissions(roots.map((root) => root.ioPath)) });
  } catch (error) {
    self.postMessage(failureMessage(undefined, error));
  }
}

async function runRequest(message: Extract<ToEngine, { type: "run" }>): Promise<void> {
  const { id, request, askedAt, callNumber, wantsProgress } = message, cancel = new AbortController();
  cancelById.set(id, cancel);
  try {
    if (scheduler === undefined) throw new Error("a thread was asked to run before it was opened");
    const report = await scheduler.run((job) => dispatch(request, job), {
      timeoutMs: request.timeoutMs - Math.max(0, Date.now() - askedAt),
      signal: cancel.signal,
      priority: priorityOf(request),
      usesCache: usesCache(request),
      call: callNumber,
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
