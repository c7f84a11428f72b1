/**
 * Decides when a read may be believed: by itself, or a whole batch at once, with the bracket; and by
 * repeated evidence where directories are too fresh for it.
 * @module
 */
import { CtimeBracket, FRESH_DIRECTORY } from "./ctime_bracket.ts";
import type { CtimeClock } from "./ctime_clock.ts";
import type { DirMark } from "./door.ts";
import type { Place } from "../model/place.ts";
import type { OpenBracket } from "./large_listing.ts";
import { accessFault, toolErrorOf } from "./access_error.ts";
import { RootVerifier } from "./root_verifier.ts";
import type { Syscalls } from "./syscalls.ts";
import type { RootMap } from "./root_map.ts";
import type { ToolError } from "../model/messages/tool_error.ts";

/** One read, as it is proved. */
export interface ProvableRead<T> {
  /** The place as the caller knows it, for faults. */
  readonly shown: string;
  /** Reads; enters every directory it depends on first. */
  read(bracket: CtimeBracket): T;
  /** Looks again, by another call where it can: whether `value` is still what is there. */
  confirm(value: T, bracket: CtimeBracket): boolean;
  /** Gives back what a value holds that nobody will see. */
  discard?(value: T): void;
}

/** What an act came to. */
type ProofOutcome<T> = { readonly value: T } | { readonly error: ToolError };

/**
 * Looks at a fresh directory before a read from it is believed. Each is, by the toss of a coin, at the
 * directories (which shows them swapped) or at what was read (which shows it not swapped). A writer who
 * can't see the coin is caught by each look with probability 1/2, however well he keeps in step: a fixed
 * order of looks was beaten within seconds by one whom the kernel's own locks kept in phase.
 */
const FRESH_CHECKS = 40;
/** Milliseconds after which a place that keeps changing is given up, but not before a few attempts. */
const RETRY_MS = 20;
const MIN_ATTEMPTS = 4;

/** Runs acts so that only proved outcomes come out. */
export class Prover {
  /** The batch's bracket, `each` while a batch runs act by act, absent outside a batch. */
  #batch?: Batch | "each";

  readonly #rootVerifier: RootVerifier;

  constructor(readonly sys: Syscalls, territory: RootMap, readonly clock: CtimeClock) {
    this.#rootVerifier = new RootVerifier(sys, territory);
  }

  /** See `Door.prove`. */
  proveBatch<T>(work: () => T): T {
    if (this.#batch !== undefined) return work();
    const batch = new Batch(new CtimeBracket(this.#rootVerifier, this.clock, true));
    const result = this.#withBatch(batch, () => captureResult(work));
    if (batch.bracket.isUnchanged()) return result();
    batch.discardAll();
    return this.#withBatch("each", work);
  }

  /** Opens a bracket around directory `dir`, for a read that goes on for longer than any act or batch. */
  openBracket({ root, path }: Place): OpenBracket {
    const bracket = new CtimeBracket(this.#rootVerifier, this.clock);
    return { bracket, inode: bracket.inspectDir(root, path) };
  }

  /** Whether this batch takes a directory's entries from an earlier listing, if it can be proved at all. */
  isListedInBatch(root: number, path: string, was: DirMark): boolean {
    if (this.#batch === undefined || this.#batch === "each") return false;
    try {
      return this.#batch.bracket.markAsListed(root, path, was);
    } catch {
      return false;
    }
  }

  /** The outcome of one act: at once in a batch, else proved. */
  proveRead<T>(act: ProvableRead<T>): T {
    const batch = this.#batch;
    if (batch === undefined || batch === "each") return this.#proveAlone(act);
    const value = this.#readInBatch(act, batch.bracket);
    batch.keepDiscard(act, value);
    return value;
  }

  #readInBatch<T>(act: ProvableRead<T>, bracket: CtimeBracket): T {
    try {
      return act.read(bracket);
    } catch (error) {
      if (error === FRESH_DIRECTORY) return this.#proveAlone(act);
      throw toolErrorOf(error, act.shown) ?? error;
    }
  }

  #withBatch<T>(batch: Batch | "each", work: () => T): T {
    this.#batch = batch;
    try {
      return work();
    } finally {
      this.#batch = undefined;
    }
  }

  #proveAlone<T>(act: ProvableRead<T>): T {
    const end = this.sys.now() + RETRY_MS;
    for (let attempt = 0; attempt < MIN_ATTEMPTS || this.sys.now() < end; attempt++) {
      const bracket = new CtimeBracket(this.#rootVerifier, this.clock);
      const outcome = attemptRead(act, bracket);
      if (this.#isProved(act, bracket, outcome)) return unwrap(outcome);
      if ("value" in outcome) act.discard?.(outcome.value);
    }
    throw accessFault("changed", act.shown);
  }

  #isProved<T>(act: ProvableRead<T>, bracket: CtimeBracket, outcome: ProofOutcome<T>): boolean {
    if ("error" in outcome && outcome.error.key === "changed") return false;
    return bracket.isUnchanged() && (!bracket.hasFreshDir || this.#isConfirmed(act, bracket, outcome));
  }

  #isConfirmed<T>(act: ProvableRead<T>, bracket: CtimeBracket, outcome: ProofOutcome<T>): boolean {
    for (let look = 0; look < FRESH_CHECKS; look++) {
      if (Math.random() < 0.5 ? !bracket.isUnchanged() : !isRepeated(act, bracket, outcome)) return false;
    }
    return bracket.isUnchanged();
  }
}

/** Whether the act comes to the same again; what is marked is not looked at, so the read comes at once. */
function isRepeated<T>(act: ProvableRead<T>, bracket: CtimeBracket, outcome: ProofOutcome<T>): boolean {
  if ("value" in outcome) {
    try {
      return act.confirm(outcome.value, bracket);
    } catch {
      return false;
    }
  }
  const again = attemptRead(act, bracket);
  if ("error" in again) return again.error.key === outcome.error.key;
  act.discard?.(again.value);
  return false;
}

/** A batch under way: its bracket, and how to give back what was opened in it. */
class Batch {
  readonly #discards: (() => void)[] = [];
  constructor(readonly bracket: CtimeBracket) {}

  keepDiscard<T>(act: ProvableRead<T>, value: T): void {
    if (act.discard !== undefined) this.#discards.push(() => act.discard?.(value));
  }

  discardAll(): void {
    for (const discard of this.#discards) discard();
  }
}

/** Runs `work` now; what it returned or threw comes out later. */
function captureResult<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function attemptRead<T>(act: ProvableRead<T>, bracket: CtimeBracket): ProofOutcome<T> {
  try {
    return { value: act.read(bracket) };
  } catch (error) {
    const known = toolErrorOf(error, act.shown);
    if (known === undefined) throw error;
    return { error: known };
  }
}

function unwrap<T>(outcome: ProofOutcome<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
