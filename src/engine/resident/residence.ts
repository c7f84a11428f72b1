/**
 * Everything a thread remembers of the tree: files, directories' listings, findings; and which of it is
 * known to be current.
 * @module
 */
import type { Door, Listing, Stamp } from "../../door/door.ts";
import { parentPath, type Place, stemOf } from "../../model/place.ts";
import type { FoundEntry } from "../found_entry.ts";
import { Kernel } from "../kernel/kernel.ts";
import { ABSENT, Contents } from "./contents.ts";
import { Currency, NEVER, type Question } from "./currency.ts";
import { type DirProof, Findings } from "./findings.ts";
import { isText, type Resident } from "./resident.ts";
import { Roll } from "./roll.ts";
import { isSettled } from "./settled.ts";
import { Signatures } from "./signatures.ts";
import { States } from "./states.ts";

/** A change that the watcher tells of: of a file's content or attributes, or of which entries there are. */
export interface Change {
  readonly kind: "content" | "entry";
  readonly place: Place;
}

/** A directory's listing, in path order. */
interface KnownListing {
  readonly listing: Listing;
  readonly settled: boolean;
  /** The token of the last look at it. */
  seen: number;
  /** The token under which the watcher would have told of a change. */
  told: number;
}

/** How a directory was listed. */
export interface Listed {
  /** When reading it began: UNIX milliseconds. */
  readonly readAt: number;
  /** The passing token from before it was read. */
  readonly seen: number;
  /** The token from before it was read, where nothing could come between. */
  readonly told?: number;
}

/** Files of an answer that a watcher vouches for which are looked at once more before they are shown. */
export const DOUBLE_CHECKED = 256;

/** Fewer files are as soon looked up one by one. */
const WORTH_A_ROLL = 64;

/** Files and directories remembered; beyond this all is forgotten. */
const MOST = 500_000;
/** Directories that may vanish in one go before everything is looked at anew. */
const FELLED = 32;
/** New names of files that have others, beyond which all is looked at once, instead of gone through for each. */
const LINKED = 32;

/** What is remembered of the tree. */
export class Residence {
  readonly currency = new Currency();
  readonly contents: Contents;
  readonly signatures: Signatures;
  readonly findings: Findings;
  readonly states = new States(this.currency);
  readonly #files: Map<string, Resident>[] = [];
  readonly #listings: Map<string, KnownListing>[] = [];
  readonly #rolls = new WeakMap<readonly FoundEntry[], Roll>();
  #latest: readonly FoundEntry[] | undefined;
  #felled = 0;
  #linked = 0;

  /**
   * @param budget bytes of contents to keep; 0: nothing at all is remembered
   * @param most files of a root, or directories, beyond which all is forgotten; and entries of all findings kept
   */
  constructor(readonly door: Door, readonly budget: number, readonly most = MOST) {
    this.contents = new Contents(new Kernel(), budget);
    this.signatures = new Signatures(this.contents);
    this.findings = new Findings(most);
  }

  /** Whether anything is remembered from one question to the next. */
  get isKept(): boolean {
    return this.budget > 0;
  }

  /** How many files are known, and the bytes of contents in memory. */
  get status(): { files: number; bytes: number } {
    return { files: this.#files.reduce((sum, files) => sum + files.size, 0), bytes: this.contents.size };
  }

  /**
   * Begins a question: what changed before it is known, or will be looked for.
   * @param call what asks; all that one call asks is one question
   */
  ask(call?: number): Question {
    this.#felled = 0;
    this.#linked = 0;
    this.#checkRoots();
    return this.currency.ask(call);
  }

  /** A file as it is now; undefined when it has to be read. */
  file(place: Place, question: Question): Resident | undefined {
    const file = this.#files[place.root]?.get(place.path);
    if (file === undefined) return undefined;
    if (this.currency.holds(file.seen, question)) return file;
    return this.recheck(place, file) ? file : undefined;
  }

  /** A file's state, if it is known and the watcher would have told of any other. */
  stamp(place: Place): Stamp | undefined {
    const file = this.#files[place.root]?.get(place.path);
    const own = file !== undefined && this.currency.isSeen(file.seen) ? file.stamp : undefined;
    return own ?? this.states.find(place);
  }

  /** Looks whether a file is still as it was when it was read. */
  recheck(place: Place, file: Resident): boolean {
    // The token first: a change between the two must not be taken for seen.
    const dir = dirOf(place), token = this.currency.token(dir);
    this.currency.want(dir);
    if (!this.#isAsRead(place, file)) return false;
    file.seen = file.stamp?.links === 1 ? token : this.currency.passing();
    return true;
  }

  /** Whether a file can't have changed since it was read. */
  #isAsRead(place: Place, file: Resident): boolean {
    if (file.stamp !== undefined) return isSettled(file.stamp, file.readAt) && this.door.holds(place, file.stamp);
    // It was not looked at then. If it has not changed for longer, this is how it was.
    const stamp = this.door.glance(place);
    if (stamp?.kind !== "file" || stamp.size !== file.size || !isSettled(stamp, file.readAt)) return false;
    // Where another directory has come in the place of its own, a file as large and as old may be another one.
    const dir = this.door.glance(dirOf(place));
    if (dir === undefined || dir.ino !== file.dir?.ino || dir.dev !== file.dir.dev) return false;
    file.stamp = stamp;
    return true;
  }

  /** Whether a file is relied on without having been looked at in this question. */
  isTrusted(file: Resident, question: Question): boolean {
    return file.seen > -question.number;
  }

  /** Remembers a file as just read; its text is moved to where it can stay, if there is room. */
  keep(place: Place, file: Resident, question: Question): void {
    if (!this.isKept) return;
    const files = this.#files[place.root] ??= new Map();
    const before = files.get(place.path);
    const slot = before && this.contents.drop(before);
    files.set(place.path, file);
    this.currency.want(dirOf(place));
    if (file.at === ABSENT) return before && this.signatures.takeBack(before);
    // What is not kept will not come by again; and what was signed before leaves its place to what it is now.
    const kept = this.contents.keep(file, question.number, slot);
    if (!kept || before?.signature !== undefined) this.signatures.sign(file, before);
  }

  /** Forgets everything where that is too much. Not amid a batch: what it has read or recalled would be gone unseen. */
  makeRoom(): void {
    if (this.#files.some((files) => files.size > this.most)) this.forget();
  }

  /** What is known of an array of files as a whole, if it is enough, and they are worth it. */
  roll(files: readonly FoundEntry[]): Roll | undefined {
    if (files.length < WORTH_A_ROLL) return undefined;
    this.#latest = files;
    const own = this.#rolls.get(files);
    if (own?.holds) return own;
    const find = ({ place }: FoundEntry) => this.#files[place.root]?.get(place.path);
    const roll = Roll.of(files, find, this, this.currency);
    if (roll === undefined) this.#rolls.delete(files);
    else this.#rolls.set(files, roll);
    return roll;
  }

  /** A directory's listing, if it is remembered and current. */
  listing(dir: Place, question: Question, proof: DirProof = "looked_at"): Listing | undefined {
    const known = this.#listings[dir.root]?.get(dir.path);
    return known !== undefined && this.#isCurrent(known, dir, question, proof) ? known.listing : undefined;
  }

  /** Whether the watcher would tell of a change in a directory that was listed. */
  isTold({ root, path }: Place): boolean {
    const known = this.#listings[root]?.get(path);
    return known !== undefined && this.currency.isSeen(known.told);
  }

  /** A directory's listing, from memory where that is current; a new one is put in order by `sorted`. */
  list(dir: Place, question: Question, proof: DirProof, sorted: (listing: Listing) => Listing): Listing {
    const known = this.listing(dir, question, proof);
    if (known !== undefined) return known;
    // The token first: a change between the two must not be taken for seen.
    const readAt = Date.now(), seen = this.currency.passing(), told = this.currency.token(dir);
    const listing = sorted(this.door.list(dir));
    this.keepListing(dir, listing, { readAt, seen, told });
    return listing;
  }

  /** Remembers a directory's listing, in order. */
  keepListing(dir: Place, listing: Listing, { readAt, seen, told = NEVER }: Listed): void {
    if (!this.isKept) return;
    if ((this.#listings[dir.root]?.size ?? 0) > this.most) this.forget();
    const listings = this.#listings[dir.root] ??= new Map();
    listings.set(dir.path, { listing, settled: isSettled(listing.stamp, readAt), seen, told });
    this.currency.want(dir);
  }

  /**
   * Does what can be done before the next question: looks at what is not known to be current, signs what is not, and
   * puts in order the files that were asked about last. With a step after each few.
   */
  *tidy(question: Question): Generator<void, void, void> {
    yield* this.#recheckAll(question);
    yield* this.#signAll();
    const roll = this.#latest && this.roll(this.#latest);
    if (roll !== undefined) yield* roll.prepare();
  }

  /** Looks at every file and directory that is not known to be current. */
  *#recheckAll(question: Question): Generator<void, void, void> {
    for (const [root, files] of this.#files.entries()) {
      yield* inSteps(files, (path, file) => {
        if (!this.#isProven({ root, path }, file, question)) this.recheck({ root, path }, file);
      });
    }
    for (const [root, listings] of this.#listings.entries()) {
      yield* inSteps(listings, (path, { told }) => {
        if (!this.currency.isSeen(told)) this.listing({ root, path }, question);
      });
    }
  }

  /** Whether a look at a file would tell no more: not even that the watcher vouches for it from now on. */
  #isProven(place: Place, { seen }: Resident, question: Question): boolean {
    if (this.currency.isSeen(seen)) return true;
    return this.currency.holds(seen, question) && !this.currency.isWatched(dirOf(place));
  }

  /** Signs every text in memory that is not signed yet. */
  *#signAll(): Generator<void, void, void> {
    for (const files of this.#files) {
      yield* inSteps(files, (_, file) => {
        if (isText(file) && this.contents.isKept(file)) this.signatures.sign(file);
      });
    }
  }

  /** Takes in what a watcher tells. */
  changed({ kind, place }: Change): void {
    this.currency.changes++;
    const file = this.#files[place.root]?.get(place.path);
    if (file !== undefined) file.seen = NEVER;
    this.states.drop(place);
    const dir = this.#listings[place.root]?.get(place.path);
    if (dir !== undefined) dir.told = NEVER;
    if (kind !== "entry") return;
    const above = this.#listings[place.root]?.get(parentPath(place.path));
    if (above !== undefined) above.told = NEVER;
    if (dir !== undefined || this.currency.isWatched(place)) this.#fell(place);
    this.#mindLinks(this.door.glance(place));
  }

  /**
   * A new name for a file that has others: under it the file may change without any of those being told of.
   * In a new directory nobody has heard what became of it meanwhile.
   */
  #mindLinks(stamp: Stamp | undefined): void {
    if (stamp?.kind === "dir") return this.currency.lost();
    if (stamp?.kind !== "file" || stamp.links === 1) return;
    // Each time: what has been looked at since the last one may be what has got a name now.
    if (++this.#linked > LINKED) return this.currency.lost();
    for (const files of this.#files) {
      for (const file of files?.values() ?? []) if (file.stamp?.ino === stamp.ino) file.seen = NEVER;
    }
    this.states.dropInode(stamp.ino);
  }

  /** Forgets everything. */
  forget(): void {
    for (const files of this.#files) {
      for (const file of files?.values() ?? []) {
        this.contents.drop(file);
        file.signature = undefined;
      }
    }
    this.#files.length = 0;
    this.#listings.length = 0;
    this.#latest = undefined;
    this.signatures.clear();
    this.findings.clear();
    this.states.clear();
    this.currency.lost();
  }

  #isCurrent(known: KnownListing, dir: Place, question: Question, proof: DirProof): boolean {
    if (this.currency.holds(known.seen, question)) return true;
    if (proof === "told" && this.currency.isSeen(known.told)) return true;
    const told = this.currency.token(dir);
    if (!known.settled || !this.door.holds(dir, known.listing.stamp)) return false;
    known.seen = this.currency.passing();
    known.told = told;
    return true;
  }

  /** A directory has gone, come or been replaced: nothing below it is what it was. */
  #fell(dir: Place): void {
    this.currency.unwatch(dir);
    // Each costs a look at every name; when many go, looking at every file once is less.
    if (++this.#felled > FELLED) return this.#felled === FELLED + 1 ? this.currency.blind() : undefined;
    const stem = stemOf(dir.path);
    for (const [path, file] of this.#files[dir.root] ?? []) if (path.startsWith(stem)) file.seen = NEVER;
    for (const [path, known] of this.#listings[dir.root] ?? []) if (path.startsWith(stem)) known.told = NEVER;
    this.states.dropBelow(dir);
  }

  readonly #roots: (Stamp | undefined)[] = [];

  /** What a root was when a question was last asked: device and inode. */
  rootInode(root: number): string | undefined {
    const known = this.#roots[root];
    return known && `${known.dev}:${known.ino}`;
  }

  /**
   * A root may have been replaced from above, where nobody watches. One look at each will do: nothing is read by what
   * it shows, and there may be a thousand of them.
   */
  #checkRoots(): void {
    this.door.roots.forEach((_, root) => {
      const was = this.#roots[root], is = this.door.glance({ root, path: "" });
      this.#roots[root] = is;
      if (was !== undefined && (is?.ino !== was.ino || is.dev !== was.dev)) this.currency.blind();
    });
  }
}

/** Entries between two steps. */
const STEP = 64;

/** What is added or removed meanwhile does no harm. */
function* inSteps<T>(entries: Map<string, T> | undefined, look: (path: string, entry: T) => void): Generator<void> {
  let count = 0;
  for (const [path, entry] of entries ?? []) {
    look(path, entry);
    if (++count % STEP === 0) yield;
  }
}

function dirOf({ root, path }: Place): Place {
  return { root, path: parentPath(path) };
}
