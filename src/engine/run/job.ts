/**
 * The context a request runs in: its door, its clock, its caches.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { FileCache } from "../cache/file_cache.ts";
import type { RequestEpoch } from "../cache/freshness.ts";
import type { SearchCache } from "../cache/search_cache.ts";
import type { Clock } from "../task/clock.ts";
import type { Structure } from "../structure/structure.ts";
import type { TimeoutGuard } from "../task/vm_timeout.ts";
import type { PathNoteCollector } from "./resolve_path.ts";

/**
 * The context of an operation. Operations are generators: they yield when `shouldYield()` reports the end of their
 * slice, so that cancellation, progress and other requests get through. They return a result.
 */
export interface Job extends Clock {
  readonly door: Door;
  readonly guard: TimeoutGuard;
  /** Milliseconds that the request was given; `remainingMs` returns how many are left. */
  readonly timeoutMs: number;
  /** No caller waits for it. */
  readonly background: boolean;
  /** The cache of the tree, and the epoch of the request. */
  readonly cache: FileCache;
  readonly epoch: RequestEpoch;
  /** Finished searches. */
  readonly searches: SearchCache;
  /** The definitions of texts. */
  readonly structure: Structure;
  /** Notes on how the paths of the request were resolved. */
  readonly pathNotes: PathNoteCollector;
  /** Reports progress to the caller. */
  progress(done: number, total?: number): void;
}
