/**
 * Lists a directory that is too large to be listed in one go: entries come in pieces, while the thread does
 * other work.
 *
 * What came is proved as any read is, by the directories on the way having been the same before and after. A
 * directory that has just changed is not listed again and again for evidence, but once, when it has settled.
 * @module
 */
import type { Bracket } from "./bracket.ts";
import type { Listing, LongListed, LongListing } from "./door.ts";
import type { Entries } from "./entries.ts";
import type { Inode } from "./syscalls.ts";

/** A bracket that was opened around a directory. */
export interface Marked {
  readonly bracket: Bracket;
  readonly inode: Inode;
}

/** What a listing in pieces is made with. */
export interface ListingParts {
  /** Marks the directory and all above it. */
  mark(): Marked;
  read(): AsyncIterable<Deno.DirEntry>;
  /** A place for entries. */
  entries(): Entries;
  listing(entries: Entries, marked: Marked): Listing;
  /** Lists it whatever it takes, or throws what stands in the way. */
  atOnce(): Listing;
  /** UNIX milliseconds. */
  now(): number;
}

/** Entries between two turns of the event loop. */
const PIECE = 512;
/** Milliseconds between two looks at a directory that has just changed, and how many looks it is given. */
const REST_MS = 50, RESTS = 50;
/** Listings of a directory that changes while it is listed. */
const ATTEMPTS = 3;

/** The listings under way. Whoever wants a directory that is being listed joins in: what counts is how it ends. */
export class LongListings {
  readonly #underWay = new Map<string, PieceByPiece>();

  /** @param key of the directory */
  join(key: string, parts: () => ListingParts): LongListing {
    const shared = this.#underWay.get(key) ?? new PieceByPiece(parts(), (ended) => this.#leave(key, ended));
    if (!shared.over) this.#underWay.set(key, shared);
    return shared.seat();
  }

  /** One that was closed ends later, when another may have taken its place. */
  #leave(key: string, ended: PieceByPiece): void {
    if (this.#underWay.get(key) === ended) this.#underWay.delete(key);
  }
}

/** One such listing, under way from the start until it is over or nobody wants it any more. */
class PieceByPiece {
  #entries: Entries;
  #marked: Marked | undefined;
  #readAt = 0;
  #rests = 0;
  #whole = false;
  #over = false;
  #seats = 0;
  /** Those for whom it goes on at present, and what tells it so. */
  #wanted = 0;
  #wake = () => {};
  #closed = false;
  readonly #end: Promise<void>;

  /** @param onEnd called when nobody may join any more */
  constructor(readonly parts: ListingParts, readonly onEnd: (ended: PieceByPiece) => void) {
    this.#entries = parts.entries();
    // What stood in the way is told by the attempt to list it at once, with the proof that belongs to that.
    this.#end = this.#run().catch(() => {}).finally(() => {
      this.#over = true;
      this.onEnd(this);
    });
  }

  get over(): boolean {
    return this.#over;
  }

  get count(): number {
    return this.#entries.named.length;
  }

  /** One more who waits for it. */
  seat(): LongListing {
    this.#seats++;
    let taken = true;
    const over = () => this.#over, count = () => this.count;
    return {
      get over() {
        return over();
      },
      get count() {
        return count();
      },
      goOn: (ms) => this.#goOn(ms),
      take: () => this.#take(),
      close: () => {
        if (taken && --this.#seats === 0) this.#close();
        taken = false;
      },
    };
  }

  #goOn(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
    this.#wanted++;
    this.#wake();
    return Promise.race([this.#end, late]).finally(() => {
      this.#wanted--;
      clearTimeout(timer);
    });
  }

  #take(): LongListed {
    if (this.#over && !this.#whole) return { listing: this.parts.atOnce(), whole: true, readAt: this.parts.now() };
    const isProved = this.#whole || this.#marked?.bracket.holds() === true;
    const marked = this.#marked ?? this.parts.mark();
    const entries = isProved ? this.#entries : this.parts.entries();
    return { listing: this.parts.listing(entries, marked), whole: this.#whole, readAt: this.#readAt };
  }

  #close(): void {
    this.#closed = true;
    this.#wake();
    this.onEnd(this);
  }

  async #run(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS && !this.#whole; attempt++) {
      const marked = await this.#mark();
      if (marked === undefined || !await this.#read()) return;
      this.#whole = marked.bracket.holds();
    }
  }

  /** Waits until all is settled; nothing where it does not settle. */
  async #mark(): Promise<Marked | undefined> {
    this.#marked = undefined;
    this.#entries = this.parts.entries();
    for (; !this.#closed && this.#rests < RESTS; this.#rests++) {
      this.#readAt = this.parts.now();
      const marked = this.parts.mark();
      if (!marked.bracket.fresh) return this.#marked = marked;
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    }
  }

  /** Reads on until the end; whether it came there. */
  async #read(): Promise<boolean> {
    let count = 0;
    for await (const entry of this.parts.read()) {
      if (this.#closed) return false;
      this.#entries.add(entry);
      if (++count % PIECE === 0) await this.#rest();
    }
    return true;
  }

  /** Lets events through (older runtimes have all entries at once), and waits until somebody wants it to go on. */
  async #rest(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#wanted === 0 && !this.#closed) await new Promise<void>((resolve) => this.#wake = resolve);
  }
}
