/**
 * Takes files in, batch by batch, and scans them under the guard.
 * @module
 */
import type { Collector, Seen } from "./collect.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { SkipKind } from "../model/report.ts";
import { hardScan } from "./hard_scan.ts";
import { Patience } from "./run/time_allowance.ts";
import { type Haystack, type LoadOptions, openAside, type Opened } from "./haystack.ts";
import { Intake, type Recalled, type Taking } from "./intake.ts";
import type { Job } from "./job.ts";
import type { Operation } from "./operation.ts";
import type { Counting } from "./line_counter.ts";
import type { Matcher } from "./matcher.ts";
import type { Resident } from "./resident/resident.ts";
import type { Roll, Sifting } from "./resident/roll.ts";
import { type Block, type Found, scan, StepwiseScan } from "./scan.ts";
import { type Look, type Part, Series } from "./series.ts";
import { stretches } from "./stretches.ts";

/** As if every text could hold a match. */
const ANYTHING = {};
/** Marks a file that must be read anew, among those that have to be looked at. */
const CHANGED = 2;
/** UTF-16 units that are scanned at a time; and while hits are made, which takes some 10 ms where every line is one. */
const STRETCH = 128 * 1024, STRETCH_OF_HITS = 32 * 1024;

/** One pass over files in order; what is found goes to the collector. */
export class FileScan {
  readonly #intake: Intake;
  readonly #patience: Patience;

  constructor(
    readonly job: Job,
    readonly matcher: Matcher,
    readonly options: LoadOptions,
    readonly collector: Collector,
  ) {
    this.#intake = new Intake(job, options, matcher.needles);
    this.#patience = new Patience(job);
  }

  /** Scans the files; false when time ran out before the last. */
  *run(files: readonly FoundEntry[]): Operation<boolean> {
    const roll = this.job.residence.roll(files);
    if (roll === undefined || !this.#suits(roll)) return yield* this.#runThrough(this.#intake, files);
    const sifted = yield* this.#sift(roll);
    if (sifted === undefined) return false;
    if (!roll.isInMemory) return yield* this.#runThrough(this.#intake, files);
    const intake = new Intake(this.job, this.options, ANYTHING), counted = this.#takeCounted(roll, sifted, intake);
    const { hits } = sifted, rest = placesOf(hits);
    const known = rest.map((i) => hits[i] === CHANGED ? undefined : roll.residents[i]);
    this.collector.passAll(roll, files.length - rest.length - counted);
    const isWhole = yield* this.#runThrough(intake, rest.map((i) => files[i]), { known });
    if (counted > 0 && rest.length > 0) this.collector.putInOrder(files);
    return isWhole;
  }

  /** Takes the files whose lines were counted, but for those that are no more what they were; how many it took. */
  #takeCounted({ files, residents }: Roll, { counts, hits }: Sifting, intake: Intake): number {
    let taken = 0;
    for (const [i, count] of counts.entries()) {
      const file = count === 0 ? undefined : residents[i];
      if (file === undefined) continue;
      if (intake.isStill(files[i], file)) {
        this.collector.addCounted(files[i], file, count);
        taken++;
      } else hits[i] = CHANGED;
    }
    return taken;
  }

  #suits(roll: Roll): boolean {
    const { encoding, keepsCrlf, maxFileSize } = this.options;
    const isAsRead = encoding === undefined && !(keepsCrlf && roll.hasCrlf);
    return isAsRead && roll.largest <= maxFileSize && this.collector.roll === undefined;
  }

  /** Undefined when time ran out. */
  *#sift(roll: Roll): Operation<Sifting | undefined> {
    const { length } = roll.files, { needles } = this.matcher, counting = this.#counting();
    const blank = { needles, hits: new Uint8Array(length), counts: new Int32Array(length) };
    const sifting = { ...blank, most: counting?.most ?? 0, ...counting && { lines: counting.lines } };
    for (const i of roll.others) sifting.hits[i] = 1;
    for (const _ of roll.sift(sifting, this.job.question.number)) {
      if (this.job.left() <= 0) return undefined;
      if (this.job.due()) yield;
    }
    return sifting;
  }

  /** Scans files as they were when another pass found what it found, as far as that is still in memory. */
  *runAsRead(files: readonly FoundEntry[], asRead: ReadonlyMap<string, Resident>): Operation<boolean> {
    return yield* this.#runThrough(this.#intake, files, { asRead });
  }

  *#runThrough(intake: Intake, files: readonly FoundEntry[], recalled: Recalled = {}): Operation<boolean> {
    for (let at = 0; at < files.length;) {
      if (this.job.left() <= 0) return false;
      const before = intake.reads, batch = intake.batch(files, at, this.#taking(recalled));
      this.collector.reads += intake.reads - before;
      if (!(yield* this.#batch(batch, files, at))) return false;
      at += batch.length;
      this.job.progress(at, files.length);
      if (this.job.due()) yield;
    }
    return true;
  }

  #taking(recalled: Recalled): Taking {
    const counting = this.#counting(), { multiline, lineNeedles: lines } = this.matcher;
    if (counting !== undefined) return { ...recalled, counting };
    return multiline ? recalled : { ...recalled, lines };
  }

  /** How lines are counted, where no more is wanted of them, and each can be told by itself. */
  #counting(): Counting | undefined {
    const most = this.collector.countable;
    const { multiline, lineNeedles: lines, needles, lineAutomaton: automaton } = this.matcher;
    if (most === undefined || multiline) return undefined;
    return { lines, needles, automaton, most };
  }

  /** @param from index of the batch's first file in `files` */
  *#batch(batch: readonly Haystack[], files: readonly FoundEntry[], from: number): Operation<boolean> {
    for (let at = 0; at < batch.length;) {
      for (const found of this.#scanBlocks(batch, at)) this.#takeBlock(files[from + at], batch[at++], found);
      if (at === batch.length) return true;
      if (this.job.left() <= 0) return false;
      if (!(yield* this.#takeHard(files[from + at], batch[at++]))) return false;
      // Of files in memory all may be one batch.
      this.job.progress(from + at, files.length);
    }
    return true;
  }

  /**
   * Scans `batch[at]` and what follows in one run of the guard; what of it was finished. Ends before what
   * was set aside, before a long text and before a block on which the run was stopped.
   */
  #scanBlocks(batch: readonly (Haystack | Part)[], at: number): (Found | undefined)[] {
    const done: (Found | undefined)[] = [];
    const work = () => {
      const seen = { records: total(done, "records"), units: total(done, "units"), inFile: 0 };
      for (let i = at + done.length; i < batch.length; i++) {
        const haystack = batch[i];
        if (haystack.kind === "aside" || this.#isLong(haystack)) return;
        if (haystack.kind === "lines" && !haystack.text.isThere) return;
        const found = this.#foundIn(haystack, seen);
        seen.records += found?.records ?? 0;
        seen.units += found?.units ?? 0;
        done.push(found);
      }
    };
    const size = units(batch, at);
    if (size < 0 || this.#isQuick) work();
    else this.job.guard.run(work, this.#patience.for(size), this.job.left());
    return done;
  }

  /** Where there are no more than letters to look for, nothing can take long. */
  get #isQuick(): boolean {
    return this.matcher.literal !== undefined;
  }

  /** Whether a text is better scanned in parts, so that others have their turns between. */
  #isLong(haystack: Haystack | Part): boolean {
    return haystack.kind === "block" && !this.matcher.multiline && size(haystack.block) > this.#stretch;
  }

  get #stretch(): number {
    return this.collector.countable === undefined ? STRETCH_OF_HITS : STRETCH;
  }

  #foundIn(haystack: Haystack | Part, seen: Seen): Found | undefined {
    switch (haystack.kind) {
      case "block":
        return this.#scanRest(haystack, seen);
      case "count":
        return counted(haystack.count);
      case "lines":
        return haystack.text.scan(this.matcher, this.collector.wanted(seen));
    }
  }

  /** Scans a text, or what is left of it. */
  #scanRest({ block, counted: count }: Extract<Part, { kind: "block" }>, seen: Seen): Found {
    if (count === undefined) return this.#scan(block, seen);
    const rest = this.#scan(block, { ...seen, inFile: count });
    return { ...rest, count: rest.count + count, records: rest.records + count };
  }

  #scan(block: Block, seen?: Seen): Found {
    return scan(this.matcher, block, this.collector.wanted(seen));
  }

  #takeBlock(file: FoundEntry, haystack: Haystack, found: Found | undefined): void {
    if (haystack.kind === "gone") return;
    if (haystack.kind === "miss") return this.collector.pass(file, haystack.file);
    this.collector.begin(file);
    if (found !== undefined) this.collector.add(found);
    this.#end(haystack.file, haystack.kind === "skip" ? haystack.why : undefined);
  }

  /** What was set aside, a long text, or a block on which a run was stopped; false when time ran out. */
  *#takeHard(file: FoundEntry, haystack: Haystack): Operation<boolean> {
    if (haystack.kind === "gone") return true;
    const opened = haystack.kind === "aside" || haystack.kind === "lines" ? this.#open(file) : haystack;
    if (opened.kind === "gone") return true;
    this.collector.begin(file);
    try {
      // A run can be stopped on what takes no time.
      this.collector.add(counted(countIn(haystack)));
      if (opened.kind === "series") return yield* this.#takeSeries(opened);
      return opened.kind !== "block" || (yield* this.#takeAlone(opened.block));
    } finally {
      const { file } = haystack;
      this.#end(file, opened.kind === "skip" ? opened.why : undefined);
    }
  }

  #open(file: FoundEntry): Opened {
    this.collector.reads++;
    return this.job.door.prove(() => openAside(this.job.door, file, this.options));
  }

  #end(file: Resident | undefined, skip: SkipKind | undefined): void {
    this.collector.end({ bytes: file?.size ?? 0, mark: file, ...(skip && { skip }) });
  }

  *#takeSeries({ file, from }: Extract<Opened, { kind: "series" }>): Operation<boolean> {
    try {
      const series = new Series(file, from, this.options, this.job.residence.contents);
      const look: Look = (from, to) => this.#intake.look(from, to, this.#counting());
      for (let parts = series.next(look); parts !== undefined; parts = series.next(look)) {
        if (this.job.left() <= 0 || !(yield* this.#takeParts(parts))) return false;
        if (this.collector.fileIsFull) return true;
        if (this.job.due()) yield;
      }
      return true;
    } finally {
      file.close();
    }
  }

  /** Parts of one file; false when time ran out before the last. */
  *#takeParts(parts: readonly Part[]): Operation<boolean> {
    // As far as they need not be counted one by one, and are not too long, in one run.
    const done = this.collector.request.maxCount === undefined ? this.#scanBlocks(parts, 0) : [];
    for (const found of done) if (found !== undefined) this.collector.add(found);
    for (const part of parts.slice(done.length)) {
      if (this.collector.fileIsFull) return true;
      this.collector.add(counted(Math.min(countIn(part), this.collector.wanted().max)));
      if (part.kind === "block" && !(yield* this.#takeAlone(part.block))) return false;
    }
    return true;
  }

  /** A text of one file, in parts where it is long; false when time ran out before the last. */
  *#takeAlone(block: Block): Operation<boolean> {
    if (this.matcher.multiline) return yield* this.#takeInSteps(block);
    for (const part of stretches(block, this.#stretch)) {
      if (this.job.due()) yield;
      if (this.job.left() <= 0) return false;
      const found = this.#scanOne(part);
      if (found === undefined) yield* this.#addHard(part);
      else this.collector.add(found);
      if (this.collector.fileIsFull) return true;
    }
    return true;
  }

  /** A text that can't be taken in parts; false when time ran out before its end. */
  *#takeInSteps(block: Block): Operation<boolean> {
    const stepwise = new StepwiseScan(this.matcher, block, this.collector.wanted());
    while (stepwise.found === undefined) {
      if (this.job.due()) yield;
      if (this.job.left() <= 0) return false;
      if (this.#finishes(() => stepwise.next(), block)) continue;
      yield* this.#addHard(block);
      return true;
    }
    this.collector.add(stepwise.found);
    return true;
  }

  #scanOne(block: Block): Found | undefined {
    let found: Found | undefined;
    return this.#finishes(() => found = this.#scan(block), block) ? found : undefined;
  }

  /** Whether work on a block was not stopped. */
  #finishes(work: () => void, block: Block): boolean {
    if (!this.#isQuick) return this.job.guard.run(work, this.#patience.for(size(block)), this.job.left());
    work();
    return true;
  }

  *#addHard(block: Block): Operation<void> {
    yield;
    const found = yield* hardScan(this.job, this.#patience, this.matcher, block, this.collector.wanted());
    this.collector.add(found);
    this.collector.hardLines += found.hardLines;
  }
}

function total(found: readonly (Found | undefined)[], what: "records" | "units"): number {
  return found.reduce((sum, one) => sum + (one?.[what] ?? 0), 0);
}

/** Matching lines of a text that are counted already. */
function countIn(haystack: Haystack | Part): number {
  return haystack.kind === "count" ? haystack.count : haystack.kind === "block" ? haystack.counted ?? 0 : 0;
}

function counted(count: number): Found {
  return { count, records: count, hits: [], units: 0 };
}

function size(block: Block): number {
  return block.end - block.start;
}

/** UTF-16 units there are to scan; -1 where there is nothing at all. */
function units(batch: readonly (Haystack | Part)[], at: number): number {
  let sum = 0, blocks = 0;
  for (let i = at; i < batch.length; i++) {
    const haystack = batch[i];
    if (haystack.kind !== "block" && haystack.kind !== "lines") continue;
    sum += haystack.kind === "block" ? size(haystack.block) : haystack.file.size;
    blocks++;
  }
  return blocks === 0 ? -1 : sum;
}

/** Where something is marked, in order. */
function placesOf(hits: Uint8Array): number[] {
  const places: number[] = [];
  for (let i = 0; i < hits.length; i++) if (hits[i] !== 0) places.push(i);
  return places;
}
