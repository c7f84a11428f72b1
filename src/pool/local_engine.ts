/**
 * The engine on the main thread, in slices short enough for input, cancellation and progress to get
 * through between them.
 * @module
 */
import { DiskDoor } from "../door/disk_door.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import type { RootDir } from "../door/roots.ts";
import { VmGuard } from "../engine/guard.ts";
import { isTrusting, operationOf, rankOf } from "../engine/operation_of.ts";
import { Residence } from "../engine/resident/residence.ts";
import { Scheduler } from "../engine/scheduler.ts";
import type { Bilingual } from "../model/fill.ts";
import { reportFor, type ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { watchWith } from "../worker/port_watcher.ts";
import { yieldThread } from "../worker/yield_thread.ts";
import { WatchThread } from "./watch_thread.ts";
import type { Engine, EngineStatus, Memory, RunOptions } from "./engine.ts";

/**
 * Milliseconds behind the first answer at which the watching thread is started: to do so takes 20 of this one, and that
 * answer, which is still to be written, waits for nothing that it could say.
 */
const LATER_MS = 10;

/** Runs every request on this thread. */
export class LocalEngine implements Engine {
  readonly #scheduler: Scheduler;
  readonly status: EngineStatus;

  readonly #watch: WatchThread | undefined;
  readonly #port: MessagePort | undefined;
  #starting: ReturnType<typeof setTimeout> | undefined;

  /** @param reason why there are no threads */
  constructor(roots: readonly RootDir[], reason: Bilingual, memory: Memory) {
    const door = new DiskDoor(roots);
    this.#scheduler = new Scheduler(door, new VmGuard(), yieldThread, new Residence(door, memory.bytes));
    this.#watch = memory.watched ? new WatchThread(roots) : undefined;
    this.#port = this.#watch?.connect();
    if (this.#port !== undefined) watchWith(this.#port, roots, this.#scheduler);
    const permissions = heldPermissions(roots.map((root) => root.io));
    this.status = { mode: "in-process", threads: 0, reason, permissions };
  }

  async run<R extends Request>(request: R, options: RunOptions = {}): Promise<ReportOf[R["op"]]> {
    if (options.call !== undefined) this.#watch?.ask(options.call);
    try {
      const report = await this.#scheduler.run((job) => operationOf(request, job), {
        timeoutMs: request.timeoutMs,
        rank: rankOf(request),
        isTrusting: isTrusting(request),
        ...options,
      });
      return reportFor<R["op"]>(request.op, report);
    } finally {
      if (this.#watch !== undefined) this.#starting ??= setTimeout(() => this.#watch?.start(), LATER_MS);
    }
  }

  close(): void {
    clearTimeout(this.#starting);
    this.#port?.close();
    this.#watch?.close();
  }
}
