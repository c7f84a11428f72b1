/**
 * Lists a directory that is too large to be listed in one go: entries come in pieces, while the thread does
 * other work.
 *
 * What came is proved as any read is, by the directories on the way having been the same before and after. A
 * directory that has just changed is not listed again and again for evidence, but once, when it has settled.
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

/** What a listing in pieces is made with. */
export interface ListingOperations {
  /** Marks the directory and all above it. */
  openBracket(): OpenBracket;
  readEntries(): AsyncIterable<Deno.DirEntry>;
  /** A place for entries. */
  newCollector(): EntryCollector;
  listing(entries: EntryCollector, marked: OpenBracket): Listing;
  /** Lists it whatever it takes, or throws what stands in the way. */
  listInOnePass(): Listing;
  /** UNIX milliseconds. */
  now(): number;
}

/** Entries between two turns of the event loop. */
const ENTRIES_PER_TURN = 512;
/** Milliseconds between two looks at a directory that has just changed, and how many looks it is given. */
const SETTLE_POLL_MS = 50, MAX_SETTLE_POLLS = 50;
/** Listings of a directory that changes while it is listed. */
const MAX_ATTEMPTS = 3;

/** The listings under way. Whoever wants a directory that is being listed joins in: what counts is how it ends. */
export class LargeListings {
  readonly #underWay = new Map<string, IncrementalListing>();

  /** @param key of the directory */
  join(key: string, parts: () => ListingOperations): LargeListing {
    const shared = this.#underWay.get(key) ?? new IncrementalListing(parts(), (ended) => this.#remove(key, ended));
    if (!shared.isDone) this.#underWay.set(key, shared);
    return shared.addUser();
  }

  /** One that was closed ends later, when another may have taken its place. */
  #remove(key: string, ended: IncrementalListing): void {
    if (this.#underWay.get(key) === ended) this.#underWay.delete(key);
  }
}

/** One such listing, under way from the start until it is over or nobody wants it any more. */
class IncrementalListing {
  #entries: EntryCollector;
  #bracket: OpenBracket | undefined;
  #startedAt = 0;
  #settlePolls = 0;
  #isComplete = false;
  #isDone = false;
  #users = 0;
  /** Those for whom it goes on at present, and what tells it so. */
  #advancing = 0;
  #wake = () => {};
  #isClosed = false;
  readonly #end: Promise<void>;

  /** @param onEnd called when nobody may join any more */
  constructor(readonly operations: ListingOperations, readonly onEnd: (ended: IncrementalListing) => void) {
    this.#entries = operations.newCollector();
    // What stood in the way is told by the attempt to list it at once, with the proof that belongs to that.
    this.#end = this.#run().catch(() => {}).finally(() => {
      this.#isDone = true;
      this.onEnd(this);
    });
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get count(): number {
    return this.#entries.entries.length;
  }

  /** One more who waits for it. */
  addUser(): LargeListing {
    this.#users++;
    let taken = true;
    const over = () => this.#isDone, count = () => this.count;
    return {
      get isDone() {
        return over();
      },
      get count() {
        return count();
      },
      advance: (ms) => this.#advance(ms),
      result: () => this.#result(),
      close: () => {
        if (taken && --this.#users === 0) this.#close();
        taken = false;
      },
    };
  }

  #advance(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
    this.#advancing++;
    this.#wake();
    return Promise.race([this.#end, late]).finally(() => {
      this.#advancing--;
      clearTimeout(timer);
    });
  }

  #result(): PartialListing {
    if (this.#isDone && !this.#isComplete) {
      return { listing: this.operations.listInOnePass(), isComplete: true, startedAt: this.operations.now() };
    }
    const isProved = this.#isComplete || this.#bracket?.bracket.isUnchanged() === true;
    const marked = this.#bracket ?? this.operations.openBracket();
    const entries = isProved ? this.#entries : this.operations.newCollector();
    return {
      listing: this.operations.listing(entries, marked),
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
      const marked = await this.#settledBracket();
      if (marked === undefined || !await this.#readToEnd()) return;
      this.#isComplete = marked.bracket.isUnchanged();
    }
  }

  /** Waits until all is settled; nothing where it does not settle. */
  async #settledBracket(): Promise<OpenBracket | undefined> {
    this.#bracket = undefined;
    this.#entries = this.operations.newCollector();
    for (; !this.#isClosed && this.#settlePolls < MAX_SETTLE_POLLS; this.#settlePolls++) {
      this.#startedAt = this.operations.now();
      const marked = this.operations.openBracket();
      if (!marked.bracket.hasFreshDir) return this.#bracket = marked;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL_MS));
    }
  }

  /** Reads on until the end; whether it came there. */
  async #readToEnd(): Promise<boolean> {
    let count = 0;
    for await (const entry of this.operations.readEntries()) {
      if (this.#isClosed) return false;
      this.#entries.add(entry);
      if (++count % ENTRIES_PER_TURN === 0) await this.#waitUntilWanted();
    }
    return true;
  }

  /** Lets events through (older runtimes have all entries at once), and waits until somebody wants it to go on. */
  async #waitUntilWanted(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#advancing === 0 && !this.#isClosed) await new Promise<void>((resolve) => this.#wake = resolve);
  }
}
