/**
 * Owns what a walk left out by rule, as far as it takes to go there after all.
 * @module
 */
import type { DirEntry } from "../door/door.ts";
import type { Skipped } from "../model/report.ts";
import type { LeftOutBy } from "../model/request.ts";
import type { Frame } from "./frame.ts";

/** Entries that were left out by a rule that can be turned off; of a directory, itself and not what is below it. */
export class LeftOut {
  readonly #frames = new Map<LeftOutBy, Noted[]>();
  #count = 0;

  /** Entries that were noted. */
  get count(): number {
    return this.#count;
  }

  /** How many, by the reasons that are told. */
  get skipped(): Skipped {
    const countOf = (by: LeftOutBy) => this.by(by).reduce((sum, { entries }) => sum + entries.length, 0);
    return { ignored: countOf("ignored"), hidden: countOf("hidden") };
  }

  /** Notes an entry of a directory that is being gone through. */
  note(by: LeftOutBy, frame: Frame, entry: DirEntry): void {
    const frames = this.#framesBy(by), last = frames.at(-1);
    if (last?.dir === frame.dir) last.entries.push(entry);
    else frames.push({ ...frame, entries: [entry], at: 0 });
    this.#count++;
  }

  /** Adds what was left out further on. */
  add(later: LeftOut): void {
    for (const [by, frames] of later.#frames) {
      const own = this.#framesBy(by);
      // Not all in one call: there may be more than a call takes.
      for (const frame of frames) own.push(frame);
    }
    this.#count += later.#count;
  }

  /** The directories in which entries were left out, each with just those, in the order of the walk. */
  by(by: LeftOutBy): readonly Frame[] {
    return this.#frames.get(by) ?? [];
  }

  #framesBy(by: LeftOutBy): Noted[] {
    const known = this.#frames.get(by);
    if (known !== undefined) return known;
    const frames: Noted[] = [];
    this.#frames.set(by, frames);
    return frames;
  }
}

/** Some entries of a directory. */
interface Noted extends Frame {
  readonly entries: DirEntry[];
}
