/**
 * Owns the walk: what there is below a directory, in path order, pulled stride by stride.
 * @module
 */
import type { Door, Named } from "../door/door.ts";
import type { Skipped } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import { type Frame, Stride, type WalkOptions } from "./stride.ts";
import type { FoundEntry } from "./found_entry.ts";

/** A walk below one directory. Its stack is its own: no depth of directories can overflow the program's. */
export class Walk {
  #stack: readonly Frame[];
  #skipped: Skipped;

  /** @throws ToolError when the directory itself can't be listed */
  constructor(readonly door: Door, root: Named, readonly options: WalkOptions) {
    const { stack, skipped } = door.prove(() => Stride.from(door, root, options));
    this.#stack = stack;
    this.#skipped = skipped;
  }

  /** Whether everything has been met. */
  get over(): boolean {
    return this.#stack.length === 0;
  }

  /** Entries left out so far, by reason. A directory left out counts as one. */
  get skipped(): Skipped {
    return this.#skipped;
  }

  /** What is met next: nothing at all, where a stretch of the tree has nothing. */
  step(): readonly FoundEntry[] {
    // All reads of a stride are proved together. Should that fail it is made again, from the same stack.
    const { stack, found, skipped } = this.door.prove(() => new Stride(this.door, this.options, this.#stack).go());
    this.#stack = stack;
    this.#skipped = addSkipped(this.#skipped, skipped);
    return found;
  }
}
