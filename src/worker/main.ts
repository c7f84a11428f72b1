/**
 * An engine thread: a door, a scheduler and nothing else. It is started with `read: [roots]` as its
 * only permission.
 * @module
 */
import { DiskDoor } from "../door/disk_door.ts";
import { AskedCounts } from "../engine/asked.ts";
import { VmGuard } from "../engine/guard.ts";
import { isTrusting, operationOf, rankOf } from "../engine/operation_of.ts";
import { CountedMail } from "../engine/mail.ts";
import { Residence } from "../engine/resident/residence.ts";
import { Scheduler } from "../engine/scheduler.ts";
import { type Share, Taken } from "../engine/share.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import type { Report } from "../model/report.ts";
import { ToolError } from "../model/tool_error.ts";
import { Sender } from "./delivery.ts";
import { HeapKeeper } from "./heap.ts";
import { Inboxes } from "./inboxes.ts";
import { watchWith } from "./port_watcher.ts";
import { hitParcels, withoutHits } from "./report_parcel.ts";
import { yieldThread } from "./yield_thread.ts";
import type { Dealt, FromThread, ToThread } from "./protocol.ts";

/** What this module uses of a worker's global scope. */
interface ThreadScope {
  onmessage: ((event: MessageEvent<ToThread>) => void) | null;
  postMessage(message: FromThread): void;
}

declare const self: ThreadScope;

/** What cancels each request under way. */
const running = new Map<number, AbortController>();
/** The way to each other thread; only the first thread, which finds the files, deals them out. */
const others: { readonly port: MessagePort; readonly sender: Sender }[] = [];
const inboxes = new Inboxes();
let scheduler: Scheduler | undefined;
let taken: Int32Array | undefined;
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

function open({ roots, budget, watch, others: ports, counts, sent }: Extract<ToThread, { type: "open" }>): void {
  try {
    for (const port of ports) {
      others.push({ port, sender: new Sender() });
      port.onmessage = ({ data }: MessageEvent<Dealt>) => inboxes.put(data);
    }
    const door = new DiskDoor(roots);
    const residence = new Residence(door, budget);
    taken = counts.taken;
    const asked = new AskedCounts(counts.asked);
    mail = new CountedMail(sent);
    scheduler = new Scheduler(door, new VmGuard(), yieldThread, residence, asked, mail);
    if (watch !== undefined) watchWith(watch, roots, scheduler);
    self.postMessage({ type: "ready", permissions: heldPermissions(roots.map((root) => root.io)) });
  } catch (error) {
    self.postMessage(failure(undefined, error));
  }
}

async function run(asked: Extract<ToThread, { type: "run" }>): Promise<void> {
  const { id, request, askedAt, part, call, followed } = asked;
  const cancel = new AbortController(), { index, count, number } = part, inbox = inboxes.begin(number);
  running.set(id, cancel);
  try {
    if (scheduler === undefined) throw new Error("a thread was asked to run before it was opened");
    const report = await scheduler.run((job) => operationOf(request, job), {
      timeoutMs: request.timeoutMs - Math.max(0, Date.now() - askedAt),
      signal: cancel.signal,
      rank: rankOf(request),
      isTrusting: isTrusting(request),
      share: { index, count, send: dealing(number), inbox, taken: new Taken(index, taken) },
      call,
      ...(followed && { onProgress: paced((done, total) => self.postMessage({ type: "progress", id, done, total })) }),
    });
    // Of what is asked again of one thread alone, nothing is looked at.
    const isInVain = report.op === "search" && report.full === true && count > 1;
    await send(id, report, isInVain, cancel.signal);
  } catch (error) {
    self.postMessage(failure(id, error));
  } finally {
    running.delete(id);
    inboxes.end(number);
  }
}

/** Deals files of the request with this number to other threads. */
function dealing(number: number): Share["send"] {
  return (to, files, last, known) => {
    const { port, sender } = others[to - 1], dealt: Dealt = { number, delivery: sender.delivery(files, known), last };
    port.postMessage(dealt);
  };
}

/**
 * Sends a report, its hits some at a time: others have their turns in between.
 * @throws the signal's reason once aborted
 */
async function send(id: number, report: Report, isInVain: boolean, signal: AbortSignal): Promise<void> {
  for (const hits of isInVain ? [] : hitParcels(report)) {
    self.postMessage({ type: "hits", id, hits });
    await yieldThread();
    signal.throwIfAborted();
  }
  self.postMessage({ type: "report", id, report: withoutHits(report, isInVain) });
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
