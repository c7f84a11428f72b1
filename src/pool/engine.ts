/**
 * The engine's interface on the main thread.
 * @module
 */
import type { EngineNotice } from "./engine_notices.ts";
import type { Report, ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";

/** How a request is cancelled and its progress reported. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  /** @param done files done so far; `total`: of how many, if known */
  readonly onProgress?: (done: number, total?: number) => void;
  /** The call that the request belongs to: what one request has checked on disk is not checked again for the next. */
  readonly callNumber?: number;
}

/** How the engine caches. */
export interface CacheOptions {
  /** Maximum size of the cached contents; 0: nothing is kept between requests. */
  readonly bytes: number;
  /** Directories are watched; otherwise everything is checked on disk in every request. */
  readonly isWatched: boolean;
}

/** Where the engine runs, and with which permissions. */
export interface EngineStatus {
  /** `threads`: on a thread that holds `read: [roots]` alone; `in-process`: in slices on the main thread. */
  readonly mode: "threads" | "in-process";
  readonly threads: number;
  /** Why there is no thread. */
  readonly reason?: EngineNotice;
  /** The state of each permission, queried on the engine's thread. */
  readonly permissions: Readonly<Record<string, string>>;
}

/** Handles requests. */
export interface Engine {
  readonly status: EngineStatus;
  /** The request by which it loads the project by itself; absent if it does not. */
  readonly warming?: Promise<Report>;
  /** Rejects with ToolError, with the signal's reason once aborted, or with a bug's error. */
  execute<R extends Request>(request: R, options?: ExecuteOptions): Promise<ReportOf[R["op"]]>;
  /** Ends its threads and cancels the requests in progress. */
  close(): void;
}
