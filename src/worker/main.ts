/**
 * The engine's thread: a door, a scheduler and nothing else. It is started with `read: [roots]` as its
 * only permission.
 * @module
 */
import { DiskDoor } from "../door/disk_door.ts";
import { VmGuard } from "../engine/guard.ts";
import { isTrusting, operationOf, rankOf } from "../engine/operation_of.ts";
import { CountedMail } from "../engine/mail.ts";
import { Residence } from "../engine/resident/residence.ts";
import { Scheduler } from "../engine/scheduler.ts";
import { heldPermissions } from "../door/held_permissions.ts";

import { ToolError } from "../model/tool_error.ts";
import { HeapKeeper } from "./heap.ts";
import { watchWith } from "./port_watcher.ts";
import { yieldThread } from "./yield_thread.ts";
import type { FromThread, ToThread } from "./protocol.ts";

/** What this module uses of a worker's global scope. */
interface ThreadScope {
  onmessage: ((event: MessageEvent<ToThread>) => void) | null;
  postMessage(message: FromThread): void;
}

declare const self: ThreadScope;

/** What cancels each request under way. */
const running = new Map<number, AbortController>();
let scheduler: Scheduler | undefined;
let mail: CountedMail | undefined;
const keeper = new HeapKeeper();

self.onmessage = ({ data }) => {
  mail?.hear();
  switch (data.type) {
    case "open":
      return open(data);
    case "run":
      return void keeper.during(() => run(data));
    case "cancel":
      return running.get(data.id)?.abort(new ToolError("cancelled"));
    case "ping":
      return self.postMessage({ type: "pong" });
  }
};

function open({ roots, budget, watch, sent }: Extract<ToThread, { type: "open" }>): void {
  try {
    const door = new DiskDoor(roots);
    const residence = new Residence(door, budget);
    mail = new CountedMail(sent);
    scheduler = new Scheduler(door, new VmGuard(), yieldThread, residence, mail);
    if (watch !== undefined) watchWith(watch, roots, scheduler);
    self.postMessage({ type: "ready", permissions: heldPermissions(roots.map((root) => root.io)) });
  } catch (error) {
    self.postMessage(failure(undefined, error));
  }
}

async function run(asked: Extract<ToThread, { type: "run" }>): Promise<void> {
  const { id, request, askedAt, call, followed } = asked, cancel = new AbortController();
  running.set(id, cancel);
  try {
    if (scheduler === undefined) throw new Error("a thread was asked to run before it was opened");
    const report = await scheduler.run((job) => operationOf(request, job), {
      timeoutMs: request.timeoutMs - Math.max(0, Date.now() - askedAt),
      signal: cancel.signal,
      rank: rankOf(request),
      isTrusting: isTrusting(request),
      call,
      ...(followed && { onProgress: paced((done, total) => self.postMessage({ type: "progress", id, done, total })) }),
    });
    self.postMessage({ type: "report", id, report: JSON.stringify(report) });
  } catch (error) {
    self.postMessage(failure(id, error));
  } finally {
    running.delete(id);
  }
}

/** Milliseconds between two reports of progress: each costs main as much as a file. */
const PROGRESS_MS = 50;

/** Tells no more often than is worth a message. */
function paced(tell: (done: number, total?: number) => void): (done: number, total?: number) => void {
  let next = 0;
  return (done, total) => {
    const now = performance.now();
    if (now < next && done !== total) return;
    next = now + PROGRESS_MS;
    tell(done, total);
  };
}

function failure(id: number | undefined, error: unknown): FromThread {
  if (error instanceof ToolError && id !== undefined) return { type: "fault", id, fault: error.data };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { type: "bug", id, message, stack };
}
