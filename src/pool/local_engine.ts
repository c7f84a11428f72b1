/**
 * The engine on the main thread, in slices short enough for input, cancellation and progress to be handled between them.
 * @module
 */
import type { EngineNotice } from "./engine_notices.ts";
import { DiskDoor } from "../door/disk_door.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import type { RootDir } from "../door/roots.ts";
import { VmTimeout } from "../engine/task/vm_timeout.ts";
import { dispatch, priorityOf, usesCache } from "../engine/ops/dispatch.ts";
import { FileCache } from "../engine/cache/file_cache.ts";
import { Scheduler } from "../engine/run/scheduler.ts";
import { reportFor, type ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { connectWatcher } from "../worker/watch_client.ts";
import { yieldThread } from "../worker/yield_thread.ts";
import { readParserFile } from "./parser_files.ts";
import { WatchThread } from "./watch_thread.ts";
import type { CacheOptions, Engine, EngineStatus, ExecuteOptions } from "./engine.ts";

/**
 * Milliseconds after the first answer at which the watching thread is started. The start takes 20 ms on this thread,
 * and the answer, which is still to be written, does not need it.
 */
const WATCH_START_DELAY_MS = 10;

/** Handles every request on this thread. */
export class LocalEngine implements Engine {
  readonly status: EngineStatus;
  readonly #scheduler: Scheduler;
  readonly #watch: WatchThread | undefined;
  readonly #port: MessagePort | undefined;
  #startTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param reason why there is no thread */
  constructor(roots: readonly RootDir[], reason: EngineNotice, cache: CacheOptions) {
    const door = new DiskDoor(roots);
    const memory = new FileCache(door, cache.bytes);
    this.#scheduler = new Scheduler(door, new VmTimeout(), yieldThread, memory, undefined, readParserFile);
    this.#watch = cache.isWatched ? new WatchThread(roots) : undefined;
    this.#port = this.#watch?.connect();
    if (this.#port !== undefined) connectWatcher(this.#port, roots, this.#scheduler);
    const permissions = heldPermissions(roots.map((root) => root.ioPath));
    this.status = { mode: "in-process", threads: 0, reason, permissions };
  }

  async execute<R extends Request>(request: R, options: ExecuteOptions = {}): Promise<ReportOf[R["op"]]> {
    if (options.callNumber !== undefined) this.#watch?.requestDrain(options.callNumber);
    try {
      const report = await this.#scheduler.run((job) => dispatch(request, job), {
        timeoutMs: request.timeoutMs,
        priority: priorityOf(request),
        usesCache: usesCache(request),
        ...options,
      });
      return reportFor<R["op"]>(request.op, report);
    } finally {
      if (this.#watch !== undefined) this.#startTimer ??= setTimeout(() => this.#watch?.start(), WATCH_START_DELAY_MS);
    }
  }

  close(): void {
    clearTimeout(this.#startTimer);
    this.#port?.close();
    this.#watch?.close();
  }
}
