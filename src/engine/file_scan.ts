/**
 * Takes files in, batch by batch, and scans them under the guard.
 * @module
 */
import type { Collector, Seen } from "./collect.ts";
import type { FoundEntry } from "./find.ts";
import { markOf } from "./finished_searches.ts";
import { hardScan, Patience } from "./hard_scan.ts";
import { type Haystack, Loader, type LoadOptions, Series } from "./haystack.ts";
import type { Job, Operation } from "./job.ts";
import type { Matcher } from "./matcher.ts";
import { type Block, type Found, scan } from "./scan.ts";

/** One pass over files in order; what is found goes to the collector. */
export class FileScan {
  readonly #loader: Loader;
  readonly #patience: Patience;
  /** When reading the batch at hand began, in UNIX milliseconds. */
  #readAt = 0;

  constructor(
    readonly job: Job,
    readonly matcher: Matcher,
    readonly options: LoadOptions,
    readonly collector: Collector,
  ) {
    this.#loader = new Loader(job.door, options);
    this.#patience = new Patience(job);
  }

  /** Scans the files; false when time ran out before the last. */
  *run(files: readonly FoundEntry[]): Operation<boolean> {
    for (let at = 0; at < files.length;) {
      if (this.job.left() <= 0) return false;
      this.#readAt = Date.now();
      const batch = this.job.door.prove(() => this.#loader.batch(files, at));
      if (!(yield* this.#batch(batch, files.slice(at, at + batch.length)))) return false;
      at += batch.length;
      this.job.progress(at, files.length);
      if (this.job.due()) yield;
    }
    return true;
  }

  *#batch(batch: readonly Haystack[], files: readonly FoundEntry[]): Operation<boolean> {
    for (let at = 0; at < batch.length;) {
      for (const found of this.#scanBlocks(batch, at)) this.#takeBlock(files[at], batch[at++], found);
      if (at === batch.length) return true;
      if (this.job.left() <= 0) {
        closeSeries(batch);
        return false;
      }
      if (!(yield* this.#takeHard(files[at], batch[at++]))) return false;
    }
    return true;
  }

  /**
   * Scans `batch[at]` and what follows in one run of the guard; what of it was finished. Ends before a
   * series and before a block on which the run was stopped.
   */
  #scanBlocks(batch: readonly Haystack[], at: number): (Found | undefined)[] {
    const done: (Found | undefined)[] = [];
    let records = 0;
    const work = () => {
      for (let i = at; i < batch.length; i++) {
        const haystack = batch[i];
        if (haystack.kind === "series") return;
        const found = haystack.kind === "block" ? this.#scan(haystack.block, { records, inFile: 0 }) : undefined;
        records += found?.records ?? 0;
        done.push(found);
      }
    };
    this.job.guard.run(work, this.#patience.for(units(batch, at)));
    return done;
  }

  #scan(block: Block, seen: Seen): Found {
    return scan(this.matcher, block, this.collector.wanted(seen));
  }

  #takeBlock(file: FoundEntry, haystack: Haystack, found: Found | undefined): void {
    if (haystack.kind === "gone") return;
    this.collector.begin(file);
    if (found !== undefined) this.collector.add(found);
    this.#end(haystack);
  }

  /** A series, or a block on which a run was stopped; false when time ran out. */
  *#takeHard(file: FoundEntry, haystack: Haystack): Operation<boolean> {
    this.collector.begin(file);
    try {
      if (haystack.kind === "series") return yield* this.#takeSeries(haystack);
      if (haystack.kind === "block") yield* this.#addHard(haystack.block);
      return true;
    } finally {
      this.#end(haystack);
    }
  }

  #end(haystack: Haystack): void {
    const { stamp } = haystack;
    this.collector.end({
      bytes: stamp?.size ?? 0,
      mark: stamp && markOf(stamp, this.#readAt),
      ...(haystack.kind === "skip" && { skip: haystack.why }),
    });
  }

  *#takeSeries({ file, from }: Extract<Haystack, { kind: "series" }>): Operation<boolean> {
    try {
      const series = new Series(file, from, this.options);
      for (let block = series.next(); block !== undefined; block = series.next()) {
        if (this.job.left() <= 0) return false;
        const found = this.#scanOne(block);
        if (found === undefined) yield* this.#addHard(block);
        else this.collector.add(found);
        if (this.collector.fileIsFull) return true;
        if (this.job.due()) yield;
      }
      return true;
    } finally {
      file.close();
    }
  }

  #scanOne(block: Block): Found | undefined {
    let found: Found | undefined;
    const finished = this.job.guard.run(
      () => found = this.#scan(block, { records: 0 }),
      this.#patience.for(size(block)),
    );
    return finished ? found : undefined;
  }

  *#addHard(block: Block): Operation<void> {
    yield;
    const found = yield* hardScan(this.job, this.#patience, this.matcher, block, this.collector.wanted());
    this.collector.add(found);
    this.collector.hardLines += found.hardLines;
  }
}

function size(block: Block): number {
  return block.end - block.start;
}

function units(batch: readonly Haystack[], at: number): number {
  let sum = 0;
  for (let i = at; i < batch.length; i++) {
    const haystack = batch[i];
    if (haystack.kind === "block") sum += size(haystack.block);
  }
  return sum;
}

function closeSeries(batch: readonly Haystack[]): void {
  for (const haystack of batch) if (haystack.kind === "series") haystack.file.close();
}
