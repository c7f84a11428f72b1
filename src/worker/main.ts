/**
 * An engine thread: a door, a scheduler and nothing else. It is started with `read: [roots]` as its
 * only permission.
 * @module
 */
import { DiskDoor } from "../door/disk_door.ts";
import { VmGuard } from "../engine/guard.ts";
import { operationOf } from "../engine/operation_of.ts";
import { Residence } from "../engine/resident/residence.ts";
import { Scheduler } from "../engine/scheduler.ts";
import { Inbox, type Share } from "../engine/share.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import { ToolError } from "../model/tool_error.ts";
import { Receiver, Sender } from "./delivery.ts";
import { watchWith } from "./port_watcher.ts";
import { hitParcels, withoutHits } from "./report_parcel.ts";
import { yieldThread } from "./yield_thread.ts";
import type { FromThread, ToThread } from "./protocol.ts";

/** What this module uses of a worker's global scope. */
interface ThreadScope {
  onmessage: ((event: MessageEvent<ToThread>) => void) | null;
  postMessage(message: FromThread): void;
}

declare const self: ThreadScope;

/** A request under way. */
interface Running {
  readonly cancel: AbortController;
  readonly inbox: Inbox;
}

const running = new Map<number, Running>();
/** Only the first thread deals files out. */
const senders: Sender[] = [];
const receiver = new Receiver();
let scheduler: Scheduler | undefined;

self.onmessage = ({ data }) => {
  switch (data.type) {
    case "open":
      return open(data);
    case "run":
      return void run(data);
    case "cancel":
      return running.get(data.id)?.cancel.abort(new ToolError("cancelled"));
    case "ping":
      return self.postMessage({ type: "pong" });
    case "files": {
      // Taken even when the request has ended: later deliveries may refer to it.
      const files = receiver.take(data.delivery);
      return running.get(data.id)?.inbox.put(files, data.last);
    }
  }
};

function open({ roots, budget, watch }: Extract<ToThread, { type: "open" }>): void {
  try {
    const door = new DiskDoor(roots);
    scheduler = new Scheduler(door, new VmGuard(), yieldThread, new Residence(door, budget));
    if (watch !== undefined) watchWith(watch, roots, scheduler);
    self.postMessage({ type: "ready", permissions: heldPermissions(roots.map((root) => root.io)) });
  } catch (error) {
    self.postMessage(failure(undefined, error));
  }
}

async function run({ id, request, askedAt, index, count }: Extract<ToThread, { type: "run" }>): Promise<void> {
  const cancel = new AbortController(), inbox = new Inbox();
  running.set(id, { cancel, inbox });
  const send: Share["send"] = (to, files, last, known) => {
    const sender = senders[to] ??= new Sender();
    self.postMessage({ type: "files", id, to, delivery: sender.delivery(files, known), last });
  };
  try {
    if (scheduler === undefined) throw new Error("a thread was asked to run before it was opened");
    const report = await scheduler.run((job) => operationOf(request, job), {
      timeoutMs: request.timeoutMs - Math.max(0, Date.now() - askedAt),
      signal: cancel.signal,
      background: request.op === "warm",
      share: { index, count, send, inbox },
      onProgress: (done, total) => self.postMessage({ type: "progress", id, done, total }),
    });
    // Of what is asked again of one thread alone, nothing is looked at.
    const isInVain = report.op === "search" && report.full === true && count > 1;
    for (const hits of isInVain ? [] : hitParcels(report)) {
      self.postMessage({ type: "hits", id, hits });
      await yieldThread();
      cancel.signal.throwIfAborted();
    }
    self.postMessage({ type: "report", id, report: withoutHits(report, isInVain) });
  } catch (error) {
    self.postMessage(failure(id, error));
  } finally {
    running.delete(id);
  }
}

function failure(id: number | undefined, error: unknown): FromThread {
  if (error instanceof ToolError && id !== undefined) return { type: "fault", id, fault: error.data };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { type: "bug", id, message, stack };
}
