/**
 * Decides when a read may be believed: by itself, or a whole batch at once, with the bracket; and by
 * repeated evidence where directories are too fresh for it.
 * @module
 */
import { Bracket, FRESH } from "./bracket.ts";
import type { ChangeClock } from "./change_clock.ts";
import type { DirMark } from "./door.ts";
import type { Place } from "../model/place.ts";
import type { Marked } from "./long_listing.ts";
import { fault, faultOf } from "./obstacle.ts";
import { RootWatch } from "./root_watch.ts";
import type { Syscalls } from "./syscalls.ts";
import type { Territory } from "./territory.ts";
import type { ToolError } from "../model/tool_error.ts";

/** One read, as it is proved. */
export interface Act<T> {
  /** The place as the caller knows it, for faults. */
  readonly shown: string;
  /** Reads; enters every directory it depends on first. */
  run(bracket: Bracket): T;
  /** Looks again, by another call where it can: whether `value` is still what is there. */
  confirm(value: T, bracket: Bracket): boolean;
  /** Gives back what a value holds that nobody will see. */
  discard?(value: T): void;
}

/** What an act came to. */
type Outcome<T> = { readonly value: T } | { readonly error: ToolError };

/**
 * Looks at a fresh directory before a read from it is believed. Each is, by the toss of a coin, at the
 * directories (which shows them swapped) or at what was read (which shows it not swapped). A writer who
 * can't see the coin is caught by each look with probability 1/2, however well he keeps in step: a fixed
 * order of looks was beaten within seconds by one whom the kernel's own locks kept in phase.
 */
const LOOKS = 40;
/** Milliseconds after which a place that keeps changing is given up, but not before a few attempts. */
const PATIENCE = 20;
const ATTEMPTS = 4;

/** Runs acts so that only proved outcomes come out. */
export class Prover {
  /** The batch's bracket, `each` while a batch runs act by act, absent outside a batch. */
  #batch?: Batch | "each";

  readonly #watch: RootWatch;

  constructor(readonly sys: Syscalls, territory: Territory, readonly clock: ChangeClock) {
    this.#watch = new RootWatch(sys, territory);
  }

  /** See `Door.prove`. */
  prove<T>(work: () => T): T {
    if (this.#batch !== undefined) return work();
    const batch = new Batch(new Bracket(this.#watch, this.clock, true));
    const result = this.#within(batch, () => settle(work));
    if (batch.bracket.holds()) return result();
    batch.discardAll();
    return this.#within("each", work);
  }

  /** Opens a bracket around directory `dir`, for a read that goes on for longer than any act or batch. */
  mark({ root, path }: Place): Marked {
    const bracket = new Bracket(this.#watch, this.clock);
    return { bracket, inode: bracket.inspectDir(root, path) };
  }

  /** Whether this batch takes a directory's entries from an earlier listing, if it can be proved at all. */
  adopts(root: number, path: string, was: DirMark): boolean {
    if (this.#batch === undefined || this.#batch === "each") return false;
    try {
      return this.#batch.bracket.adopt(root, path, was);
    } catch {
      return false;
    }
  }

  /** The outcome of one act: at once in a batch, else proved. */
  run<T>(act: Act<T>): T {
    const batch = this.#batch;
    if (batch === undefined || batch === "each") return this.#alone(act);
    const value = this.#inBatch(act, batch.bracket);
    batch.keep(act, value);
    return value;
  }

  #inBatch<T>(act: Act<T>, bracket: Bracket): T {
    try {
      return act.run(bracket);
    } catch (error) {
      if (error === FRESH) return this.#alone(act);
      throw faultOf(error, act.shown) ?? error;
    }
  }

  #within<T>(batch: Batch | "each", work: () => T): T {
    this.#batch = batch;
    try {
      return work();
    } finally {
      this.#batch = undefined;
    }
  }

  #alone<T>(act: Act<T>): T {
    const end = this.sys.now() + PATIENCE;
    for (let attempt = 0; attempt < ATTEMPTS || this.sys.now() < end; attempt++) {
      const bracket = new Bracket(this.#watch, this.clock);
      const outcome = capture(act, bracket);
      if (this.#isProved(act, bracket, outcome)) return release(outcome);
      if ("value" in outcome) act.discard?.(outcome.value);
    }
    throw fault("changed", act.shown);
  }

  #isProved<T>(act: Act<T>, bracket: Bracket, outcome: Outcome<T>): boolean {
    if ("error" in outcome && outcome.error.key === "changed") return false;
    return bracket.holds() && (!bracket.fresh || this.#agrees(act, bracket, outcome));
  }

  #agrees<T>(act: Act<T>, bracket: Bracket, outcome: Outcome<T>): boolean {
    for (let look = 0; look < LOOKS; look++) {
      if (Math.random() < 0.5 ? !bracket.holds() : !repeats(act, bracket, outcome)) return false;
    }
    return bracket.holds();
  }
}

/** Whether the act comes to the same again; what is marked is not looked at, so the read comes at once. */
function repeats<T>(act: Act<T>, bracket: Bracket, outcome: Outcome<T>): boolean {
  if ("value" in outcome) {
    try {
      return act.confirm(outcome.value, bracket);
    } catch {
      return false;
    }
  }
  const again = capture(act, bracket);
  if ("error" in again) return again.error.key === outcome.error.key;
  act.discard?.(again.value);
  return false;
}

/** A batch under way: its bracket, and how to give back what was opened in it. */
class Batch {
  readonly #discards: (() => void)[] = [];
  constructor(readonly bracket: Bracket) {}

  keep<T>(act: Act<T>, value: T): void {
    if (act.discard !== undefined) this.#discards.push(() => act.discard?.(value));
  }

  discardAll(): void {
    for (const discard of this.#discards) discard();
  }
}

/** Runs `work` now; what it returned or threw comes out later. */
function settle<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function capture<T>(act: Act<T>, bracket: Bracket): Outcome<T> {
  try {
    return { value: act.run(bracket) };
  } catch (error) {
    const known = faultOf(error, act.shown);
    if (known === undefined) throw error;
    return { error: known };
  }
}

function release<T>(outcome: Outcome<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
