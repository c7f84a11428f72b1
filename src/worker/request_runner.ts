/**
 * Runs requests on the calling thread: with a door to the roots, a cache and, if directories are watched, the thread
 * that watches them.
 * @module
 */
import { DiskDoor } from "../door/disk_door.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import type { RootDir } from "../door/roots.ts";
import { FileCache } from "../engine/cache/file_cache.ts";
import { dispatch, priorityOf, usesCache } from "../engine/ops/dispatch.ts";
import { type RunOptions, Scheduler } from "../engine/run/scheduler.ts";
import type { ReadParserFile } from "../engine/structure/language.ts";
import type { Report } from "../model/report.ts";
import { DEFAULT_SCOPE, type Request, type WarmRequest } from "../model/request.ts";
import { connectWatcher, startWatchThread } from "./watch_client.ts";

/** How the engine caches. */
export interface CacheOptions {
  /** Maximum size of the cached contents; 0: nothing is kept between requests. */
  readonly bytes: number;
  /** Directories are watched; otherwise everything is checked on disk in every request. */
  readonly isWatched: boolean;
  /** The project is loaded as soon as nothing else is to do. */
  readonly warm?: boolean;
}

/** Loads the project with the scope of most requests. In a minute a tree is loaded, or too large. */
const WARM_UP_REQUEST: WarmRequest = { op: "warm", scope: DEFAULT_SCOPE, timeoutMs: 60_000 };

/** Runs requests in slices. */
export class RequestRunner {
  /** The state of each permission of this thread. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly #scheduler: Scheduler;
  #watch: Worker | undefined;

  /** Resolves once the project is loaded, if it is to be. */
  readonly warming?: Promise<unknown>;

  constructor(roots: readonly RootDir[], { bytes, isWatched, warm }: CacheOptions, readParserFile: ReadParserFile) {
    this.#scheduler = new Scheduler(new FileCache(new DiskDoor(roots), bytes), readParserFile);
    if (isWatched) connectWatcher(() => this.#watch = startWatchThread(roots), roots, this.#scheduler);
    this.permissions = heldPermissions(roots.map((root) => root.ioPath));
    // If it fails, the next request reports why.
    if (warm) this.warming = this.run(WARM_UP_REQUEST).catch(() => {});
  }

  /** Rejects with ToolError, with the signal's reason once aborted, or with a bug's error. */
  run(
    request: Request,
    options: Pick<RunOptions, "signal" | "onProgress"> & { readonly timeoutMs?: number } = {},
  ): Promise<Report> {
    return this.#scheduler.run((job) => dispatch(request, job), {
      timeoutMs: request.timeoutMs,
      priority: priorityOf(request),
      usesCache: usesCache(request),
      ...options,
    });
  }

  /** Ends the watching thread. */
  close(): void {
    this.#scheduler.cache.freshness.setWatcher(undefined);
    this.#watch?.terminate();
  }
}
