/**
 * Takes files in, batch by batch: from memory where they are known, else from the disk; and tells at once
 * which of them can hold a match at all.
 * @module
 */
import type { Stamp } from "../door/door.ts";
import type { SkipKind } from "../model/report.ts";
import { LIMITS } from "../model/limits.ts";
import { keyOf } from "../model/place.ts";
import { type Decoded, decodeUtf8, markOf } from "./encoding.ts";
import type { FoundEntry } from "./found_entry.ts";
import { type Haystack, type LoadOptions, refusal, wholeBlock } from "./haystack.ts";
import type { Job } from "./job.ts";
import { type Counted, type Counting, LineCounter } from "./line_counter.ts";
import { LinesByBytes } from "./scan_bytes.ts";
import type { LineNeedlesByKind } from "./pattern/line_needles.ts";
import { ABSENT, GAP } from "./resident/contents.ts";
import { NEVER } from "./resident/currency.ts";
import { DOUBLE_CHECKED } from "./resident/residence.ts";
import { isText, MAX_TEXT, type Resident, residentOf } from "./resident/resident.ts";
import { type Needles, runsOf, siftRun } from "./resident/sieve.ts";
import { asciiText } from "./text.ts";

/**
 * A batch ends after so many files, files read from the disk, or characters to scan, so that one slice can do it; the
 * fewer texts are there at once, the fewer the garbage collector meets alive.
 */
const BATCH = { files: 2048, read: 128, characters: 256 * 1024 };
/** So many bytes take an automaton as long as one character takes whatever is to be done with it. */
const DECIDED = 8;
/** Of texts of which few lines are shown, so many bytes take as long as a character otherwise. */
const SPARSE = 8;
/** Characters where some texts have just been read and have no room to stay: they would have to be read again. */
const PASSING = 2 * 2 ** 20;
/** Milliseconds after which no more files are read for it: a thousand levels down each takes one of 10. */
const READING_MS = 30;

/** Contents that need not be asked for. */
export interface Recalled {
  /** By which files are to be taken, where they are still in memory, whatever they are now. */
  readonly asRead?: ReadonlyMap<string, Resident>;
  /** Of each of the files, as it is in this question; a hole where that has to be looked up. */
  readonly known?: readonly (Resident | undefined)[];
}

/** How a batch is taken. */
export interface Taking extends Recalled {
  /** No more than numbers of lines are wanted. */
  readonly counting?: Counting;
  /** What tells the lines that are to be shown. */
  readonly lines?: LineNeedlesByKind;
}

/** What reading one file came to; the text lies in the scratch area. */
type Read =
  | { readonly kind: "text" | "aside"; readonly stamp?: Stamp; readonly at: number; readonly end: number }
  | Extract<Haystack, { kind: "skip" | "gone" }>;

/** What a file is, and where its text lies. */
type Content = Pick<Resident, "kind" | "at" | "end" | "crlf">;

/** What is known of a file of the batch: its content, or why there is none. */
type Known = Resident | Extract<Haystack, { kind: "skip" | "gone" }>;

/** Files of a batch that its texts left no room for, and what was told of them already. */
interface Ahead {
  readonly files: readonly FoundEntry[];
  readonly at: number;
  readonly known: readonly (Known | undefined)[];
  readonly hits: Uint8Array;
}

/** Takes in the files of one search. */
export class Intake {
  #loose: Resident[] = [];
  #checks = 0;
  #ahead: Ahead | undefined;
  readonly #counter: LineCounter;
  /** Files read from the disk so far. */
  reads = 0;

  constructor(readonly job: Job, readonly options: LoadOptions, readonly needles: Needles) {
    this.#counter = new LineCounter(job.residence.contents);
  }

  /** The haystacks of `files[at]`, `files[at + 1]`, …; at least one. */
  batch(files: readonly FoundEntry[], at: number, taking: Taking = {}): Haystack[] {
    if (this.options.encoding !== undefined) return files.slice(at, at + BATCH.read).map(() => ({ kind: "aside" }));
    try {
      const { known, hits } = this.#goneAhead(files, at) ?? this.#look(files, at, taking);
      const batch = this.#haystacks(files, at, known, hits, taking);
      const next = batch.length;
      this.#ahead = { files, at: at + next, known: known.slice(next), hits: hits.subarray(next) };
      return batch;
    } finally {
      this.#letGo();
    }
  }

  /** What the batch before has found out of these files, as far as they are still in memory. */
  #goneAhead(files: readonly FoundEntry[], at: number): Ahead | undefined {
    const ahead = this.#ahead;
    if (ahead === undefined || ahead.files !== files || ahead.at !== at) return undefined;
    const gone = ahead.known.findIndex((file) => file !== undefined && isResident(file) && isAbsent(file));
    const known = gone < 0 ? ahead.known : ahead.known.slice(0, gone);
    return known.length === 0 ? undefined : { ...ahead, known };
  }

  #look(files: readonly FoundEntry[], at: number, recalled: Recalled): Omit<Ahead, "files" | "at"> {
    this.job.residence.makeRoom();
    const known = this.#recall(files, at, recalled);
    this.#read(files, at, known);
    return { known, hits: this.#sift(known) };
  }

  /** What bytes tell of whole lines of a large file, which lie in the scratch area with a zero on either side. */
  look(at: number, end: number, counting?: Counting): Counted | undefined {
    const { contents } = this.job.residence, { kernel } = contents;
    const kind = kernel.isAscii(at, end) && !kernel.hasNul(at, end) ? "ascii" : "utf8";
    const lines = residentOf({ kind, at, end, crlf: "none", size: end - at, readAt: 0, seen: NEVER });
    const wanted = kind === "ascii" ? this.needles.ascii : this.needles.unicode;
    if (wanted !== undefined) {
      contents.aim(wanted);
      if (kernel.find(at, end) < 0) return { kind: "miss", file: lines };
    }
    return counting && this.#counter.count(lines, counting);
  }

  /** Takes files into memory and no further: how many of `files[at]`, `files[at + 1]`, … were dealt with. */
  load(files: readonly FoundEntry[], at: number): number {
    try {
      this.job.residence.makeRoom();
      const known = this.#recall(files, at);
      this.#read(files, at, known);
      return known.length;
    } finally {
      this.#letGo();
    }
  }

  /** What is in memory and current; a hole for each file that must be read. */
  #recall(files: readonly FoundEntry[], at: number, { asRead, known: all }: Recalled = {}): (Known | undefined)[] {
    const { residence, question } = this.job;
    const known: (Known | undefined)[] = [];
    let missing = 0;
    for (let i = at; i < files.length && known.length < BATCH.files && missing < BATCH.read; i++) {
      const file = asRead?.get(files[i].shown) ?? all?.[i] ?? residence.file(files[i].place, question);
      const usable = file !== undefined && !(isAbsent(file) && !this.#isAside(file) && this.#mayMatch(file));
      if (!usable) missing++;
      else if (isText(file)) residence.contents.touch(file.at, question.number);
      known.push(usable ? file : undefined);
      if (missing > 0 && this.job.due()) break;
    }
    return known;
  }

  /** Whether a text that is not in memory has to be read: not where its signature rules a match out. */
  #mayMatch(file: Resident): boolean {
    if (!this.#isAsRead(file)) return true;
    const wanted = file.kind === "ascii" ? this.needles.ascii : this.needles.unicode;
    const may = wanted && this.job.residence.signatures.suspicion(wanted);
    return may === undefined || may(file);
  }

  /** Reads what is missing. What does not fit into the scratch area is left for the next batch. */
  #read(files: readonly FoundEntry[], at: number, known: (Known | undefined)[]): void {
    const { missing, entries, order } = distinct(files, at, known);
    if (missing.length === 0) return;
    const { door, residence } = this.job;
    const readAt = Date.now();
    // Not before it is looked at is it known whether the file has other names, by which it may change unheard.
    const seen = residence.currency.passing();
    const reads = door.prove(() => this.#readAll(entries));
    this.reads += reads.length;
    const read = reads.map((one, k) => this.#remember(entries[k], one, readAt, seen));
    for (let m = 0; m < missing.length; m++) {
      if (order[m] >= read.length) return void (known.length = missing[m]);
      known[missing[m]] = read[order[m]];
    }
  }

  #readAll(entries: readonly FoundEntry[]): Read[] {
    const reads: Read[] = [], end = performance.now() + READING_MS;
    let { at } = this.job.residence.contents.scratch;
    for (const entry of entries) {
      if (reads.length > 0 && performance.now() >= end) break;
      const read = this.#readOne(entry, at);
      if (read === undefined) break;
      if (read.kind === "text") at = this.#closed(read.end);
      reads.push(read);
    }
    return reads;
  }

  /** Ends a text in the scratch area. @returns where the next can begin */
  #closed(end: number): number {
    this.job.residence.contents.kernel.bytes[end] = 0;
    return end + GAP;
  }

  /** Undefined where the scratch area has no room left. */
  #readOne(entry: FoundEntry, at: number): Read | undefined {
    const { kernel, scratch } = this.job.residence.contents;
    const most = MAX_TEXT + 1;
    if (at + most + GAP > scratch.end) return undefined;
    try {
      const { bytes, stamp } = this.job.door.take(entry.place, kernel.bytes.subarray(at, at + most), entry.dir);
      const kind = bytes < most ? "text" : "aside";
      return { kind, at, end: at + bytes, stamp };
    } catch (error) {
      return refusal(error);
    }
  }

  #remember(entry: FoundEntry, read: Read, readAt: number, seen: number): Known {
    if (!("at" in read)) return read;
    const { place } = entry;
    // Of what was not read to its end, the size is not known yet.
    const stamp = read.kind === "aside" ? read.stamp ?? this.job.door.glance(place) : read.stamp;
    const size = stamp?.size ?? read.end - read.at;
    const file = residentOf({ ...this.#judge(read), size, readAt, seen, stamp, dir: entry.dir });
    const { residence, question } = this.job;
    residence.keep(place, file, question);
    if (isText(file) && residence.contents.isScratch(file)) this.#loose.push(file);
    return file;
  }

  #judge(read: Exclude<Read, { why: SkipKind } | { kind: "gone" }>): Content {
    if (read.kind === "aside") return without("aside");
    const { kernel } = this.job.residence.contents;
    const { at, end } = read;
    if (kernel.isAscii(at, end) && !kernel.hasNul(at, end)) return this.#text("ascii", at, end);
    const { encoding, markLength } = markOf(kernel.bytes.subarray(at, Math.min(end, at + 3)));
    if (encoding !== "utf-8") return without("aside");
    if (kernel.hasNul(at, Math.min(end, at + LIMITS.binaryProbe))) return without("binary");
    return this.#text("utf8", at + markLength, end);
  }

  /** A text of the scratch area, with LF for CR LF. */
  #text(kind: Resident["kind"], at: number, end: number): Content {
    const { kernel } = this.job.residence.contents, last = kernel.crlfToLf(at, end);
    if (last === end) return { kind, at, end, crlf: "none" };
    // A text lies between zeros.
    kernel.bytes[last] = 0;
    return { kind, at, end: last, crlf: kernel.countNewlines(at, last) === end - last ? "all" : "some" };
  }

  #sift(known: readonly (Known | undefined)[]): Uint8Array {
    const { residence } = this.job, { contents } = residence;
    if (this.needles.ascii === undefined && this.needles.unicode === undefined) {
      return new Uint8Array(known.length).fill(1);
    }
    const texts = known.map((file) =>
      file !== undefined && isResident(file) && this.#fits(file) && this.#isAsRead(file) ? file : undefined
    );
    const hits = new Uint8Array(texts.length);
    for (const run of runsOf(texts, contents)) siftRun(residence, this.needles, texts, run, hits);
    return hits;
  }

  #fits(file: Resident): boolean {
    return file.size <= this.options.maxFileSize;
  }

  /** Whether what is in memory is what is to be scanned. */
  #isAsRead({ crlf }: Resident): boolean {
    return crlf === "none" || !this.options.keepsCrlf;
  }

  /** Whether what is to be scanned can't be had from memory: where only some breaks are CR LF, it tells no more which. */
  #isAside(file: Resident): boolean {
    return file.kind === "aside" || file.crlf === "some" && !this.#isAsRead(file);
  }

  #haystacks(
    files: readonly FoundEntry[],
    at: number,
    known: readonly (Known | undefined)[],
    hits: Uint8Array,
    taking: Taking,
  ): Haystack[] {
    const batch: Haystack[] = [];
    const most = this.#loose.length > 0 ? PASSING : BATCH.characters;
    let characters = 0;
    const before = this.#counter.decided;
    for (let i = 0; i < known.length && characters + (this.#counter.decided - before) / DECIDED < most; i++) {
      const haystack = this.#haystack(files[at + i], known[i], hits[i] === 1, taking);
      if (haystack.kind === "block") characters += haystack.block.text.length;
      if (haystack.kind === "lines") characters += haystack.file.size / SPARSE;
      batch.push(haystack);
    }
    return batch;
  }

  #haystack(
    entry: FoundEntry,
    file: Known | undefined,
    hit: boolean,
    { asRead, counting, lines }: Taking,
  ): Haystack {
    if (file === undefined) throw new Error("a batch goes as far as its files were read");
    if (!isResident(file)) return file;
    if (!this.#fits(file)) return { kind: "skip", file, why: "too_large" };
    if (file.kind === "binary") return { kind: "skip", file, why: "binary" };
    if (this.#isAside(file)) return { kind: "aside", file };
    if (!hit && this.#isAsRead(file)) return { kind: "miss", file };
    if (asRead === undefined && !this.isStill(entry, file)) return { kind: "aside", file };
    if (!this.#isAsRead(file)) return this.#withCrlf(file);
    const counted = counting && this.#counter.count(file, counting);
    if (counted !== undefined) return counted;
    const { contents } = this.job.residence, { before, after } = this.options;
    const text = LinesByBytes.of(file, contents, file.kind === "ascii" ? lines?.ascii : lines?.unicode, {
      before,
      after,
    });
    if (text !== undefined) return { kind: "lines", file, text };
    return { kind: "block", file, block: wholeBlock(this.#decoded(file)) };
  }

  #decoded({ kind, at, end }: Resident): Decoded {
    const bytes = this.job.residence.contents.kernel.bytes.subarray(at, end);
    return kind === "ascii" ? { text: asciiText(bytes), ascii: true } : decodeUtf8(bytes);
  }

  /** A text of which all breaks are CR LF in the file, as it is there. */
  #withCrlf(file: Resident): Haystack {
    const { text, ascii } = this.#decoded(file);
    return { kind: "block", file, block: wholeBlock({ text: text.replaceAll("\n", "\r\n"), ascii }) };
  }

  /** Looks once more at what has been relied on, where it is about to be shown; false where that is no more so. */
  isStill({ place }: FoundEntry, file: Resident): boolean {
    const { residence, question } = this.job;
    if (!residence.isTrusted(file, question) || this.#checks++ >= DOUBLE_CHECKED) return true;
    if (file.stamp === undefined || residence.door.holds(place, file.stamp)) return true;
    file.seen = NEVER;
    return false;
  }

  /** Whoever reads next uses the scratch area, in this search or in another. */
  #letGo(): void {
    for (const file of this.#loose) file.at = file.end = ABSENT;
    this.#loose = [];
  }
}

/** What of a batch must be read. A file that links give several names is read once, for all of them. */
interface Distinct {
  /** Indices in the batch. */
  readonly missing: readonly number[];
  readonly entries: readonly FoundEntry[];
  /** For each of `missing`, which of `entries` is its file. */
  readonly order: readonly number[];
}

function distinct(files: readonly FoundEntry[], at: number, known: readonly (Known | undefined)[]): Distinct {
  const missing: number[] = [], entries: FoundEntry[] = [], order: number[] = [];
  const places = new Map<string, number>();
  for (let i = 0; i < known.length; i++) {
    if (known[i] !== undefined) continue;
    const key = keyOf(files[at + i].place), before = places.get(key);
    missing.push(i);
    order.push(before ?? entries.length);
    if (before !== undefined) continue;
    places.set(key, entries.length);
    entries.push(files[at + i]);
  }
  return { missing, entries, order };
}

/** A file whose bytes are not kept. */
function without(kind: "aside" | "binary"): Content {
  return { kind, at: ABSENT, end: ABSENT, crlf: "none" };
}

function isAbsent(file: Resident): boolean {
  return isText(file) && file.at === ABSENT;
}

function isResident(file: Known): file is Resident {
  return "seen" in file;
}
