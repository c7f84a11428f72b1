/**
 * Owns the walk: what there is below a directory, in path order, pulled stride by stride.
 * @module
 */
import type { Door, Listing, Named } from "../door/door.ts";
import type { Place } from "../model/place.ts";
import type { Skipped } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import { type Frame, Stride, type Unread, type WalkOptions } from "./stride.ts";
import type { FoundEntry } from "./found_entry.ts";

/** A walk below one directory. Its stack is its own: no depth of directories can overflow the program's. */
export class Walk {
  #stack: readonly Frame[];
  #skipped: Skipped;
  #deepest: number;
  #large: Unread | undefined;

  /** @throws ToolError when the directory itself can't be listed */
  constructor(readonly door: Door, root: Named, readonly options: WalkOptions) {
    const { stack, skipped, deepest, large } = door.prove(() => Stride.from(door, root, options));
    this.#stack = stack;
    this.#skipped = skipped;
    this.#deepest = deepest;
    this.#large = large;
  }

  /** A directory that must be listed in pieces before there is a next step: see `enter`. */
  get large(): Place | undefined {
    return this.#large?.dir;
  }

  /**
   * Goes on with `large`.
   * @param listed its entries in path order, or throws a ToolError
   * @throws ToolError when it is the root and could not be listed
   */
  enter(listed: () => Listing): void {
    const unread = this.#large;
    if (unread === undefined) return;
    this.#take(this.door.prove(() => new Stride(this.door, this.options, this.#stack).enter(unread, listed)));
  }

  /** Whether everything has been met. */
  get over(): boolean {
    return this.#stack.length === 0 && this.#large === undefined;
  }

  /** Entries left out so far, by reason. A directory left out counts as one. */
  get skipped(): Skipped {
    return this.#skipped;
  }

  /** Depth of the deepest directory read so far; -1 where none was. */
  get deepest(): number {
    return this.#deepest;
  }

  /** What is met next: nothing at all, where a stretch of the tree has nothing. */
  step(): readonly FoundEntry[] {
    // All reads of a stride are proved together. Should that fail it is made again, from the same stack.
    return this.#take(this.door.prove(() => new Stride(this.door, this.options, this.#stack).go()));
  }

  #take({ stack, found, skipped, deepest, large }: Stride): readonly FoundEntry[] {
    this.#stack = stack;
    this.#deepest = Math.max(this.#deepest, deepest);
    this.#skipped = addSkipped(this.#skipped, skipped);
    this.#large = large;
    return found;
  }
}
