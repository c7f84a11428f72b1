/**
 * Owns what a walk left out by rule, as far as it takes to go there after all.
 * @module
 */
import type { DirEntry } from "../../door/door.ts";
import type { Skipped } from "../../model/report.ts";
import type { ExclusionRule } from "../../model/request.ts";
import type { DirectoryFrame } from "./directory_frame.ts";

/** Entries that were left out by a rule that can be turned off; of a directory, itself and not what is below it. */
export class ExcludedEntries {
  readonly #frames = new Map<ExclusionRule, PartialFrame[]>();
  #count = 0;

  /** Entries that were noted. */
  get count(): number {
    return this.#count;
  }

  /** How many, by the reasons that are told. */
  get skipped(): Skipped {
    const countOf = (by: ExclusionRule) => this.framesOf(by).reduce((sum, { entries }) => sum + entries.length, 0);
    return { ignored: countOf("ignored"), hidden: countOf("hidden") };
  }

  /** Notes an entry of a directory that is being gone through. */
  record(by: ExclusionRule, frame: DirectoryFrame, entry: DirEntry): void {
    const frames = this.#framesFor(by), last = frames.at(-1);
    if (last?.dir === frame.dir) last.entries.push(entry);
    else frames.push({ ...frame, entries: [entry], nextIndex: 0 });
    this.#count++;
  }

  /** Adds what was left out further on. */
  append(later: ExcludedEntries): void {
    for (const [by, frames] of later.#frames) {
      const own = this.#framesFor(by);
      // Not all in one call: there may be more than a call takes.
      for (const frame of frames) own.push(frame);
    }
    this.#count += later.#count;
  }

  /** The directories in which entries were left out, each with just those, in the order of the walk. */
  framesOf(by: ExclusionRule): readonly DirectoryFrame[] {
    return this.#frames.get(by) ?? [];
  }

  #framesFor(by: ExclusionRule): PartialFrame[] {
    const known = this.#frames.get(by);
    if (known !== undefined) return known;
    const frames: PartialFrame[] = [];
    this.#frames.set(by, frames);
    return frames;
  }
}

/** Some entries of a directory. */
interface PartialFrame extends DirectoryFrame {
  readonly entries: DirEntry[];
}
