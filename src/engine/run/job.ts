/**
 * The conditions a request runs under: its door, its clock, its right to a slice of time.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { Clock } from "../task/clock.ts";
import type { SearchCache } from "../cache/search_cache.ts";
import type { TimeoutGuard } from "../task/vm_timeout.ts";
import type { RequestEpoch } from "../cache/freshness.ts";
import type { PathNoteCollector } from "./resolve_path.ts";
import type { FileCache } from "../cache/file_cache.ts";

/**
 * What an operation is given. Operations are generators: they yield whenever `due()` says that their
 * slice is used up, so that cancellation, progress and other requests get through; a result is returned.
 */
export interface Job extends Clock {
  readonly door: Door;
  readonly guard: TimeoutGuard;
  /** Milliseconds that it was given; how many are left says `left`. */
  readonly timeoutMs: number;
  /** Nobody waits for it. */
  readonly background: boolean;
  /** What is remembered of the tree, and the question for which it is asked. */
  readonly cache: FileCache;
  readonly epoch: RequestEpoch;
  /** What this thread's searches found before. */
  readonly searches: SearchCache;
  /** How the paths of the request were taken. */
  readonly pathNotes: PathNoteCollector;
  /** Tells whoever waits how far it has come. */
  progress(done: number, total?: number): void;
}
