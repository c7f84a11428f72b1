/**
 * Decides when a read is proved: by a ctime bracket around it, alone or together with a whole batch of reads. In
 * directories that changed too recently for that, it is proved by repeated checks.
 * @module
 */
import type { ToolError } from "../model/messages/tool_error.ts";
import { accessFault, toolErrorOf } from "./access_error.ts";
import { CtimeBracket, type CtimeClock, FRESH_DIRECTORY, RootVerifier } from "./ctime_bracket.ts";
import type { DirMark } from "./door.ts";
import type { RootMap } from "./roots.ts";
import type { Syscalls } from "./syscalls.ts";

export interface ProvableRead<T> {
  /** The place as the caller knows it, for faults. */
  readonly shown: string;
  /** Reads; marks every directory it depends on first. */
  read(bracket: CtimeBracket): T;
  /** Reads again, by another system call if possible; whether `value` is still true. */
  confirm(value: T, bracket: CtimeBracket): boolean;
  /** Releases what a value holds that is not returned. */
  discard?(value: T): void;
}

/** The result of a read, not proved yet. */
type ProofOutcome<T> = { readonly value: T } | { readonly error: ToolError };

/**
 * Checks of a read in a fresh directory before it counts as proved. Each is, at random, of the directories (which
 * detects that they are swapped) or of the value (which detects that they are not). Each check detects, with
 * probability 1/2, a writer who can't predict the choice, however well it keeps in step. A fixed order of checks was
 * beaten within seconds by a writer that the kernel's own locks kept in phase.
 */
const FRESH_CHECKS = 40;
/** Milliseconds after which a place that keeps changing is given up, but not before `MIN_ATTEMPTS`. */
const RETRY_MS = 20;
const MIN_ATTEMPTS = 4;

/** Runs reads and returns only proved results. */
export class Prover {
  /** The current batch; `each` while its reads are proved one by one; absent outside a batch. */
  #batch?: Batch | "each";

  readonly #rootVerifier: RootVerifier;

  constructor(readonly sys: Syscalls, rootMap: RootMap, readonly clock: CtimeClock) {
    this.#rootVerifier = new RootVerifier(sys, rootMap);
  }

  /** See `Door.proveBatch`. */
  proveBatch<T>(work: () => T): T {
    if (this.#batch !== undefined) return work();
    const batch = new Batch(new CtimeBracket(this.#rootVerifier, this.clock, true));
    const result = this.#withBatch(batch, () => captureResult(work));
    if (batch.bracket.isUnchanged()) return result();
    batch.discardAll();
    return this.#withBatch("each", work);
  }

  /** Whether a batch is running that can take the directory's entries from an earlier listing. */
  isListedInBatch(root: number, path: string, was: DirMark): boolean {
    if (this.#batch === undefined || this.#batch === "each") return false;
    try {
      return this.#batch.bracket.markAsListed(root, path, was);
    } catch {
      return false;
    }
  }

  /** The result of one read: unproved within a batch, which is proved at its end; otherwise proved. */
  proveRead<T>(read: ProvableRead<T>): T {
    const batch = this.#batch;
    if (batch === undefined || batch === "each") return this.#proveAlone(read);
    const value = this.#readInBatch(read, batch.bracket);
    batch.keepDiscard(read, value);
    return value;
  }

  #readInBatch<T>(read: ProvableRead<T>, bracket: CtimeBracket): T {
    try {
      return read.read(bracket);
    } catch (error) {
      if (error === FRESH_DIRECTORY) return this.#proveAlone(read);
      throw toolErrorOf(error, read.shown) ?? error;
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

  #proveAlone<T>(read: ProvableRead<T>): T {
    const end = this.sys.now() + RETRY_MS;
    for (let attempt = 0; attempt < MIN_ATTEMPTS || this.sys.now() < end; attempt++) {
      const bracket = new CtimeBracket(this.#rootVerifier, this.clock);
      const outcome = attemptRead(read, bracket);
      if (this.#isProved(read, bracket, outcome)) return unwrap(outcome);
      if ("value" in outcome) read.discard?.(outcome.value);
    }
    throw accessFault("changed", read.shown);
  }

  #isProved<T>(read: ProvableRead<T>, bracket: CtimeBracket, outcome: ProofOutcome<T>): boolean {
    if ("error" in outcome && outcome.error.key === "changed") return false;
    return bracket.isUnchanged() && (!bracket.hasFreshDir || this.#isConfirmed(read, bracket, outcome));
  }

  #isConfirmed<T>(read: ProvableRead<T>, bracket: CtimeBracket, outcome: ProofOutcome<T>): boolean {
    for (let check = 0; check < FRESH_CHECKS; check++) {
      if (Math.random() < 0.5 ? !bracket.isUnchanged() : !isRepeated(read, bracket, outcome)) return false;
    }
    return bracket.isUnchanged();
  }
}

/** Whether the read has the same outcome again. Marked directories are not inspected, so it reads immediately. */
function isRepeated<T>(read: ProvableRead<T>, bracket: CtimeBracket, outcome: ProofOutcome<T>): boolean {
  if ("value" in outcome) {
    try {
      return read.confirm(outcome.value, bracket);
    } catch {
      return false;
    }
  }
  const again = attemptRead(read, bracket);
  if ("error" in again) return again.error.key === outcome.error.key;
  read.discard?.(again.value);
  return false;
}

/** A running batch: its bracket, and how to release what was opened in it. */
class Batch {
  readonly #discards: (() => void)[] = [];
  constructor(readonly bracket: CtimeBracket) {}

  keepDiscard<T>(read: ProvableRead<T>, value: T): void {
    if (read.discard !== undefined) this.#discards.push(() => read.discard?.(value));
  }

  discardAll(): void {
    for (const discard of this.#discards) discard();
  }
}

/** Runs `work` now; the returned function returns its result or throws its error. */
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

function attemptRead<T>(read: ProvableRead<T>, bracket: CtimeBracket): ProofOutcome<T> {
  try {
    return { value: read.read(bracket) };
  } catch (error) {
    const known = toolErrorOf(error, read.shown);
    if (known === undefined) throw error;
    return { error: known };
  }
}

function unwrap<T>(outcome: ProofOutcome<T>): T {
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
