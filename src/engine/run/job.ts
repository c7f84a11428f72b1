/**
 * The context a request runs in: its door, its clock, its caches.
 * @module
 */
import type { Door } from "../../door/door.ts";
import type { FileCache } from "../cache/file_cache.ts";
import type { FirstPages } from "../cache/first_pages.ts";
import type { RequestEpoch } from "../cache/freshness.ts";
import type { SearchCache } from "../cache/search_cache.ts";
import type { Structure } from "../structure/structure.ts";
import type { Clock } from "../task/operation.ts";
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
  /** The cache of the tree, and the epoch of the request. */
  readonly cache: FileCache;
  readonly epoch: RequestEpoch;
  /** Finished searches. */
  readonly searches: SearchCache;
  /** What the first pages of questions found. */
  readonly firstPages: FirstPages;
  /** The definitions of texts. */
  readonly structure: Structure;
  /** Notes on how the paths of the request were resolved. */
  readonly pathNotes: PathNoteCollector;
  /** Reports progress to the caller. */
  progress(done: number, total?: number): void;
}

/** Milliseconds before a text is suspected. */
const BASE_MS = 50;
/** The same after `MAX_FULL_TIMEOUTS` lines have timed out. */
const REDUCED_MS = 10;
const MAX_FULL_TIMEOUTS = 3;
/** UTF-16 units that a sane pattern scans in a millisecond. */
const UNITS_PER_MS = 50_000;
/** The share of the base that a long text is given on top of the time for its length. */
const LONG_TEXT_SHARE = 0.4;

export class TimeAllowance {
  #timeouts = 0;

  constructor(readonly clock: Pick<Clock, "remainingMs">) {}

  /** Milliseconds for a text of `units` UTF-16 units. */
  msFor(units: number): number {
    const base = this.#timeouts >= MAX_FULL_TIMEOUTS ? REDUCED_MS : BASE_MS;
    // A text that times out is scanned again in parts, so only a single line needs all of it. Cancellation waits.
    const ms = Math.max(base, LONG_TEXT_SHARE * base + units / UNITS_PER_MS);
    return Math.max(1, Math.min(ms, this.clock.remainingMs()));
  }

  recordTimeout(): void {
    this.#timeouts++;
  }
}
