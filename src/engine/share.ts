/**
 * How the threads of one search share its files: the first finds them and deals them out as it goes, all
 * scan what they were dealt.
 * @module
 */
import type { Extent } from "./finding.ts";
import type { FoundEntry } from "./found_entry.ts";
import { ancestorOf, descend } from "./lineage.ts";
import { pathHash } from "./path_hash.ts";

/** One thread's part in a search. */
export interface Share {
  /** 0 finds the files. */
  readonly index: number;
  readonly count: number;
  /**
   * Deals files to another thread; `last` once there will be no more.
   * @param known the same array may be dealt again, so it is worth remembering
   */
  send(to: number, files: readonly FoundEntry[], last: boolean, known?: boolean): void;
  /** What this thread is dealt, unless it is the finder. */
  readonly inbox: Inbox;
  /** How many files each thread has taken in so far, to remember them. */
  readonly taken: Taken;
  /** The finder scans all files itself, since they are few, and will again. */
  isWhole?: boolean;
}

/** Files dealt to a thread and not yet taken. */
export class Inbox {
  #parcels: (readonly FoundEntry[])[] = [];
  #last = false;
  #failure: { readonly error: unknown } | undefined;
  #wake = () => {};

  put(files: readonly FoundEntry[], last: boolean): void {
    this.#parcels.push(files);
    this.#last ||= last;
    this.#wake();
  }

  /** What was dealt could not be read: `take` throws `error`. */
  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  /** Resolves when something is put, or `fail` is called. */
  get arrival(): Promise<void> {
    return new Promise((resolve) => this.#wake = resolve);
  }

  /**
   * What has come since the last time.
   * @throws what `fail` was called with
   */
  take(): readonly FoundEntry[] {
    if (this.#failure !== undefined) throw this.#failure.error;
    return joined(this.#parcels.splice(0));
  }

  /** Nothing is here and nothing more will come. */
  get over(): boolean {
    return this.#last && this.#parcels.length === 0;
  }
}

/** All of them as one; a single one itself, since what is known of it is known by the array. */
export function joined(parcels: readonly (readonly FoundEntry[])[]): readonly FoundEntry[] {
  return parcels.length === 1 ? parcels[0] : parcels.flat();
}

/** Counts the files that threads have taken in to remember them, where all of them see it. */
export class Taken {
  readonly #counts: Int32Array;

  /** @param counts one for each thread; shared by all */
  constructor(readonly index = 0, counts: Int32Array = new Int32Array(1)) {
    this.#counts = counts;
  }

  /** This thread has taken in so many more. */
  add(files: number): void {
    Atomics.add(this.#counts, this.index, files);
  }

  by(thread: number): number {
    return Atomics.load(this.#counts, thread);
  }

  get byAll(): number {
    return this.#counts.reduce((sum, _, thread) => sum + this.by(thread), 0);
  }
}

/** The whole of a search. */
export function alone(): Share {
  return { index: 0, count: 1, send: () => {}, inbox: new Inbox(), taken: new Taken() };
}

/** Entries of a directory from which its files are shared out one by one: one thread would take too long for all. */
const MANY = 256;

/** Of two threads, so many files of so many are the finder's own; of more threads none. */
const OWN = { files: 2, of: 7 };
/** What the finder takes over is counted in so many parts. */
const PARTS = 1024;

/**
 * The thread that scans a file: mostly the same for all files of a directory, which is then looked at by one thread
 * alone. To find files that nothing is known of takes the first thread about a third as long as to scan them takes
 * all, so its own are less than an even share; of the others' it takes some over.
 * @param over how many of 1,024: see `fairPart` and `lastingPart`
 */
export function dealtTo({ shown, dir }: FoundEntry, count: number, over: number): number {
  if (count === 1) return 0;
  const isMany = (dir?.entries ?? 0) > MANY;
  const hash = pathHash(shown, isMany ? shown.length : Math.max(0, shown.lastIndexOf("/")));
  if ((hash >>> 20) % PARTS < over) return 0;
  return count === 2 ? Number((hash >>> 8) % OWN.of >= OWN.files) : 1 + (hash >>> 8) % (count - 1);
}

/** What the finder takes over where files are known: then it scans as much as the others. */
export function lastingPart(count: number): number {
  return Math.floor(PARTS * (count === 2 ? 0.3 : 1 / count));
}

/**
 * What the finder takes over of files that were found for the first time, while the others had begun to take in what
 * they will keep: as much as makes all of them end at the same time, if each takes equally long for a file.
 * @param files all of them
 */
export function fairPart(files: number, { count, taken }: Pick<Share, "count" | "taken">): number {
  const own = count === 2 ? files * OWN.files / OWN.of : 0, rest = files - own;
  const done = taken.by(0), others = taken.byAll - done;
  const most = rest - others - (count - 1) * (own - done);
  return Math.max(0, Math.min(lastingPart(count), Math.round(PARTS * most / (rest * count))));
}

/**
 * Whether a file will still be this thread's to scan when all files are known: what another takes over it need not
 * keep.
 */
export function isLastingly(
  file: FoundEntry,
  { index, count, isWhole }: Pick<Share, "index" | "count" | "isWhole">,
): boolean {
  return isWhole || dealtTo(file, count, lastingPart(count)) === index;
}

/** Files that are not worth dealing out: to hear of another thread takes as long as to scan them. */
const FEW = 32;

/** Files in a parcel. */
const PARCEL = 256;

/** How arrays that come again were divided. */
const divided = new WeakMap<readonly FoundEntry[], readonly (readonly FoundEntry[])[]>();

/** Deals files out, keeping the finder's own. */
export class Dealer {
  #own: FoundEntry[] = [];
  #known: readonly (readonly FoundEntry[])[] | undefined;
  readonly #parcels: FoundEntry[][];

  /** @param isFirst nothing has been dealt before, so nobody has kept what it would be dealt again */
  constructor(readonly share: Share, readonly isFirst: boolean) {
    this.#parcels = Array.from({ length: share.count }, () => []);
  }

  /** What the finder scans itself. */
  get own(): readonly FoundEntry[] {
    return this.#known?.[0] ?? this.#own;
  }

  /** Deals each file to the thread it falls to. */
  deal(files: readonly FoundEntry[], extent: Extent): void {
    if (extent === "known") return this.#dealAll(files);
    const { count } = this.share, first = extent === "all" ? fairPart(files.length, this.share) : 0;
    const over = this.isFirst ? first : lastingPart(count);
    for (const file of files) {
      const to = dealtTo(file, count, over);
      if (to === 0) this.#own.push(file);
      else if (this.#parcels[to].push(file) >= PARCEL) this.#dispatch(to, false);
    }
  }

  /** There are no more. */
  end(): void {
    if (this.#known === undefined) this.#dispatchRest();
  }

  #dealAll(files: readonly FoundEntry[]): void {
    const { count } = this.share, before = divided.get(files);
    this.share.isWhole = count > 1 && files.length <= FEW;
    const parts = before?.length === count ? before : divideLike(files, count);
    divided.set(files, parts);
    this.#known = parts;
    for (let to = 1; to < count; to++) this.share.send(to, parts[to], true, true);
  }

  #dispatchRest(): void {
    for (let to = 1; to < this.share.count; to++) this.#dispatch(to, true);
  }

  #dispatch(to: number, last: boolean): void {
    this.share.send(to, this.#parcels[to].splice(0), last);
  }
}

/** Each part is known to be of an earlier one where the files are of earlier files. */
function divideLike(files: readonly FoundEntry[], count: number): readonly (readonly FoundEntry[])[] {
  const parts = divide(files, count), older = ancestorOf(files), before = older && divided.get(older);
  if (before?.length === count) { for (const [i, part] of parts.entries()) descend(part, before[i]); }
  return parts;
}

function divide(files: readonly FoundEntry[], count: number): FoundEntry[][] {
  const parts: FoundEntry[][] = Array.from({ length: count }, () => []);
  if (files.length <= FEW) return [[...files], ...parts.slice(1)];
  const over = lastingPart(count);
  for (const file of files) parts[dealtTo(file, count, over)].push(file);
  return parts;
}
