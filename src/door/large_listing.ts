/**
 * Lists directories that are too large to be listed in one pass: entries arrive in pieces while the thread does other
 * work.
 *
 * The entries are proved as any read is: the directories on the path were the same before and after. A directory that
 * has just changed is not listed repeatedly as evidence, but once, after it has settled.
 * @module
 */
import type { CtimeBracket } from "./ctime_bracket.ts";
import type { LargeListing, Listing, PartialListing } from "./door.ts";
import type { EntryCollector } from "./entry_collector.ts";
import type { Inode } from "./syscalls.ts";

/** A bracket that was opened around a directory. */
export interface OpenBracket {
  readonly bracket: CtimeBracket;
  readonly inode: Inode;
}

/** The operations that a listing in pieces is made of. */
export interface ListingOperations {
  /** Marks the directory and all directories above it. */
  openBracket(): OpenBracket;
  readEntries(): AsyncIterable<Deno.DirEntry>;
  newCollector(): EntryCollector;
  listing(collector: EntryCollector, bracket: OpenBracket): Listing;
  /** Lists the directory however long it takes; throws what prevents it. */
  listInOnePass(): Listing;
  /** UNIX milliseconds. */
  now(): number;
}

/** Entries between two turns of the event loop. */
const ENTRIES_PER_TURN = 512;
/** Milliseconds between two inspections of a directory that has just changed, and the maximum number of inspections. */
const SETTLE_POLL_MS = 50, MAX_SETTLE_POLLS = 50;
/** Attempts to list a directory that changes while it is listed. */
const MAX_ATTEMPTS = 3;

/** The listings in progress. A caller that wants a directory that is being listed shares that listing. */
export class LargeListings {
  readonly #inProgress = new Map<string, IncrementalListing>();

  /** @param key of the directory */
  join(key: string, operations: () => ListingOperations): LargeListing {
    const shared = this.#inProgress.get(key) ??
      new IncrementalListing(operations(), (ended) => this.#remove(key, ended));
    if (!shared.isDone) this.#inProgress.set(key, shared);
    return shared.addUser();
  }

  /** A listing that was closed ends later, when another one may have its key. */
  #remove(key: string, ended: IncrementalListing): void {
    if (this.#inProgress.get(key) === ended) this.#inProgress.delete(key);
  }
}

/** One listing, which runs until it is done or its last user has closed it. */
class IncrementalListing {
  #collector: EntryCollector;
  #bracket: OpenBracket | undefined;
  #startedAt = 0;
  #settlePolls = 0;
  #isComplete = false;
  #isDone = false;
  #users = 0;
  /** Calls of `advance` in progress; `#wake` resumes the listing for them. */
  #advancing = 0;
  #wake = () => {};
  #isClosed = false;
  readonly #end: Promise<void>;

  /** @param onEnd called when no further caller may join */
  constructor(readonly operations: ListingOperations, readonly onEnd: (ended: IncrementalListing) => void) {
    this.#collector = operations.newCollector();
    // Errors are ignored here: `result` falls back to a listing in one pass, which throws a proved error.
    this.#end = this.#run().catch(() => {}).finally(() => {
      this.#isDone = true;
      this.onEnd(this);
    });
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get count(): number {
    return this.#collector.entries.length;
  }

  /** A further user of this listing. */
  addUser(): LargeListing {
    this.#users++;
    let isOpen = true;
    const isDone = () => this.#isDone, count = () => this.count;
    return {
      get isDone() {
        return isDone();
      },
      get count() {
        return count();
      },
      advance: (ms) => this.#advance(ms),
      result: () => this.#result(),
      close: () => {
        if (isOpen && --this.#users === 0) this.#close();
        isOpen = false;
      },
    };
  }

  #advance(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
    this.#advancing++;
    this.#wake();
    return Promise.race([this.#end, timeout]).finally(() => {
      this.#advancing--;
      clearTimeout(timer);
    });
  }

  #result(): PartialListing {
    if (this.#isDone && !this.#isComplete) {
      return { listing: this.operations.listInOnePass(), isComplete: true, startedAt: this.operations.now() };
    }
    const isProved = this.#isComplete || this.#bracket?.bracket.isUnchanged() === true;
    const bracket = this.#bracket ?? this.operations.openBracket();
    const collector = isProved ? this.#collector : this.operations.newCollector();
    return {
      listing: this.operations.listing(collector, bracket),
      isComplete: this.#isComplete,
      startedAt: this.#startedAt,
    };
  }

  #close(): void {
    this.#isClosed = true;
    this.#wake();
    this.onEnd(this);
  }

  async #run(): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !this.#isComplete; attempt++) {
      const open = await this.#settledBracket();
      if (open === undefined || !await this.#readToEnd()) return;
      this.#isComplete = open.bracket.isUnchanged();
    }
  }

  /** Waits until the directories are settled; undefined if they don't settle. */
  async #settledBracket(): Promise<OpenBracket | undefined> {
    this.#bracket = undefined;
    this.#collector = this.operations.newCollector();
    for (; !this.#isClosed && this.#settlePolls < MAX_SETTLE_POLLS; this.#settlePolls++) {
      this.#startedAt = this.operations.now();
      const open = this.operations.openBracket();
      if (!open.bracket.hasFreshDir) return this.#bracket = open;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL_MS));
    }
  }

  /** Reads all entries; false if the listing was closed before the end. */
  async #readToEnd(): Promise<boolean> {
    let count = 0;
    for await (const entry of this.operations.readEntries()) {
      if (this.#isClosed) return false;
      this.#collector.add(entry);
      if (++count % ENTRIES_PER_TURN === 0) await this.#waitUntilWanted();
    }
    return true;
  }

  /** Yields to the event loop (older runtimes give all entries in one turn), then waits until a caller advances it. */
  async #waitUntilWanted(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#advancing === 0 && !this.#isClosed) await new Promise<void>((resolve) => this.#wake = resolve);
  }
}
