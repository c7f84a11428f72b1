/**
 * How the threads of one search share its files: the first finds them and deals them out as it goes, all
 * scan what they were dealt.
 * @module
 */
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
  /** The finder scans all files itself, since they are few, and will again. */
  isWhole?: boolean;
}

/** Files dealt to a thread and not yet taken. */
export class Inbox {
  #parcels: (readonly FoundEntry[])[] = [];
  #last = false;
  #wake = () => {};

  put(files: readonly FoundEntry[], last: boolean): void {
    this.#parcels.push(files);
    this.#last ||= last;
    this.#wake();
  }

  /** Resolves when something is put. */
  get arrival(): Promise<void> {
    return new Promise((resolve) => this.#wake = resolve);
  }

  /** What has come since the last time. */
  take(): readonly FoundEntry[] {
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

/** The whole of a search. */
export function alone(): Share {
  return { index: 0, count: 1, send: () => {}, inbox: new Inbox() };
}

/** Entries of a directory from which its files are shared out one by one: one thread would take too long for all. */
const MANY = 256;

/**
 * The thread that scans a file: mostly the same for all files of a directory, which is then looked at by one thread
 * alone. To find files that nothing is known of takes the first thread about a third as long as to scan them takes
 * all, so of two threads it scans two sevenths, of more nothing; where they are known, as much as the others, of whose
 * files it takes some over: those they have not kept.
 * @param known they are, or files were dealt before, so that each thread has kept those it was to be dealt again
 */
export function dealtTo({ shown, dir }: FoundEntry, count: number, known: boolean): number {
  if (count === 1) return 0;
  const isMany = (dir?.entries ?? 0) > MANY;
  const hash = pathHash(shown, isMany ? shown.length : Math.max(0, shown.lastIndexOf("/")));
  if (known && (count === 2 ? (hash >>> 20) % 10 < 3 : (hash >>> 20) % count === 0)) return 0;
  return count === 2 ? Math.min(1, ((hash >>> 8) % 7) >> 1) : 1 + (hash >>> 8) % (count - 1);
}

/** Whether a file will still be this thread's to scan when all files are known: what another takes over it need not keep. */
export function isLastingly(
  file: FoundEntry,
  { index, count, isWhole }: Pick<Share, "index" | "count" | "isWhole">,
): boolean {
  return isWhole || dealtTo(file, count, true) === index;
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

  /** @param isFirst nothing has been dealt before: see `dealtTo` */
  constructor(readonly share: Share, readonly isFirst: boolean) {
    this.#parcels = Array.from({ length: share.count }, () => []);
  }

  /** What the finder scans itself. */
  get own(): readonly FoundEntry[] {
    return this.#known?.[0] ?? this.#own;
  }

  /** @param known they are all there are, in an array that may come again */
  deal(files: readonly FoundEntry[], known: boolean): void {
    if (known) return this.#dealAll(files);
    for (const file of files) {
      const to = dealtTo(file, this.share.count, !this.isFirst);
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
  for (const file of files) parts[dealtTo(file, count, true)].push(file);
  return parts;
}
