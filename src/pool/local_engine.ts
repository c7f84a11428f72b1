/**
 * The engine on the main thread, in slices short enough for input, cancellation and progress to get
 * through between them.
 * @module
 */
import { openDoor } from "../door/disk_door.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import { VmGuard } from "../engine/guard.ts";
import { operationOf } from "../engine/operation_of.ts";
import { Scheduler } from "../engine/scheduler.ts";
import { reportFor, type ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { yieldThread } from "../worker/yield_thread.ts";
import type { EngineOptions } from "./create_engine.ts";
import type { Engine, EngineStatus, RunOptions } from "./engine.ts";
import { answered } from "./merge.ts";

/** Runs every request on this thread. */
export class LocalEngine implements Engine {
  readonly #scheduler: Scheduler;
  readonly status: EngineStatus;

  /** @param reason why there are no threads */
  constructor(options: EngineOptions, reason: string) {
    const door = openDoor(options.roots, options.cwd);
    this.#scheduler = new Scheduler(door, new VmGuard(), yieldThread);
    const roots = door.roots.map((root) => root.path);
    this.status = { mode: "in-process", threads: 0, reason, permissions: heldPermissions(roots) };
  }

  async run<R extends Request>(request: R, options: RunOptions = {}): Promise<ReportOf[R["op"]]> {
    const report = await this.#scheduler.run((job) => operationOf(request, job), {
      timeoutMs: request.timeoutMs,
      ...options,
    });
    return reportFor<R["op"]>(request.op, answered(report, request));
  }

  close(): void {}
}
