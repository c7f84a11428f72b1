/**
 * The engine as the main thread sees it, wherever it runs.
 * @module
 */
import type { Bilingual } from "../model/messages/bilingual.ts";
import type { Report, ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";

/** How one call is followed and stopped. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  /** Files done so far, and of how many where that is known. */
  readonly onProgress?: (done: number, total?: number) => void;
  /** Of the call it belongs to: what was looked at for one request of a call is not looked at again for the next. */
  readonly callNumber?: number;
}

/** What an engine may remember. */
export interface CacheOptions {
  /** Bytes of contents; 0: nothing is remembered from one question to the next. */
  readonly bytes: number;
  /** Directories are watched; else everything is looked at in every question. */
  readonly isWatched: boolean;
}

/** Where the engine runs, and what it may touch. */
export interface EngineStatus {
  /** `threads`: workers that hold `read: [roots]` alone; `in-process`: slices on the main thread. */
  readonly mode: "threads" | "in-process";
  readonly threads: number;
  /** Why no thread could be had. */
  readonly reason?: Bilingual;
  /** Permissions as asked from inside the engine. */
  readonly permissions: Readonly<Record<string, string>>;
}

/** Answers requests. */
export interface Engine {
  readonly status: EngineStatus;
  /** Settled when the project has been taken in that it takes in unasked; absent where it does not. */
  readonly warming?: Promise<Report>;
  /** Rejects with ToolError, with the signal's reason once aborted, or with a bug's error. */
  execute<R extends Request>(request: R, options?: ExecuteOptions): Promise<ReportOf[R["op"]]>;
  /** Ends its threads. */
  close(): void;
}
