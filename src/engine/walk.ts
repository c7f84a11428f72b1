/**
 * Owns the walk: what there is below a directory, in path order, pulled stride by stride.
 * @module
 */
import type { Door, Listing, Named } from "../door/door.ts";
import type { Place } from "../model/place.ts";
import type { Skipped } from "../model/report.ts";
import { addSkipped } from "../model/skipped.ts";
import { LeftOut } from "./left_out.ts";
import { Stride, type WalkOptions } from "./stride.ts";
import type { Frame, Unread } from "./frame.ts";
import type { FoundEntry } from "./found_entry.ts";

/** A walk. Its stack is its own: no depth of directories can overflow the program's. */
export class Walk {
  /** Entries left out so far by a rule that can be turned off. */
  readonly leftOut = new LeftOut();
  /** Entries so far that no rule left out, and yet the target did not take. */
  passedBy = 0;
  /** Entries left out so far, by reason. A directory left out counts as one. */
  skipped: Skipped = {};
  /** Depth of the deepest directory read so far; -1 where none was. */
  deepest = -1;
  #stack: readonly Frame[] = [];
  #large: Unread | undefined;

  private constructor(readonly door: Door, readonly options: WalkOptions) {}

  /**
   * What there is below one directory.
   * @throws ToolError when the directory itself can't be listed
   */
  static below(door: Door, root: Named, options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#take(door.prove(() => Stride.from(door, root, options)));
    return walk;
  }

  /** What is left to be met of directories that are being gone through, the first of them first. */
  static through(door: Door, frames: readonly Frame[], options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#stack = frames.toReversed();
    return walk;
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

  /** What is met next: nothing at all, where a stretch of the tree has nothing. */
  step(): readonly FoundEntry[] {
    // All reads of a stride are proved together. Should that fail it is made again, from the same stack.
    return this.#take(this.door.prove(() => new Stride(this.door, this.options, this.#stack).go()));
  }

  #take({ stack, found, passedBy, skipped, leftOut, deepest, large }: Stride): readonly FoundEntry[] {
    this.#stack = stack;
    this.deepest = Math.max(this.deepest, deepest);
    this.passedBy += passedBy;
    this.skipped = addSkipped(this.skipped, skipped);
    this.leftOut.add(leftOut);
    this.#large = large;
    return found;
  }
}
