/**
 * The entries that a walk excludes, kept so that another walk can visit them.
 * @module
 */
import type { DirEntry } from "../../door/door.ts";
import type { Skipped } from "../../model/completeness.ts";
import type { ExclusionRule } from "../../model/request.ts";
import type { DirectoryFrame } from "./directory_frame.ts";

const RULES: readonly ExclusionRule[] = ["ignored", "hidden", "globs", "links"];

/** Entries excluded by a rule that can be turned off. An excluded directory is one entry; nothing below it is kept. */
export class ExcludedEntries {
  readonly #frames: Readonly<Record<ExclusionRule, PartialFrame[]>> = { ignored: [], hidden: [], globs: [], links: [] };
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The counts that reports show. */
  get skipped(): Skipped {
    const countOf = (rule: ExclusionRule) => this.#frames[rule].reduce((sum, { entries }) => sum + entries.length, 0);
    return { ignored: countOf("ignored"), hidden: countOf("hidden") };
  }

  /** Adds an entry of the directory of `frame`. */
  record(rule: ExclusionRule, frame: DirectoryFrame, entry: DirEntry): void {
    const frames = this.#frames[rule], last = frames.at(-1);
    if (last?.dir === frame.dir) last.entries.push(entry);
    else frames.push({ ...frame, entries: [entry], nextIndex: 0 });
    this.#count++;
  }

  /** Adds the entries that a later step excluded. */
  append(later: ExcludedEntries): void {
    // One by one: there may be more frames than a call takes arguments.
    for (const rule of RULES) for (const frame of later.#frames[rule]) this.#frames[rule].push(frame);
    this.#count += later.#count;
  }

  /** The directories in which `rule` excluded entries, each with only those entries, in the order of the walk. */
  framesOf(rule: ExclusionRule): readonly DirectoryFrame[] {
    return this.#frames[rule];
  }
}

/** A directory with some of its entries. */
interface PartialFrame extends DirectoryFrame {
  readonly entries: DirEntry[];
}
