/**
 * Owns the walk: what there is below a directory, in path order, pulled stride by stride.
 * @module
 */
import type { Door, Listing, ResolvedPath } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { Skipped } from "../../model/report.ts";
import { addSkipped } from "../../model/skipped.ts";
import { ExcludedEntries } from "./excluded_entries.ts";
import { type WalkOptions, WalkStep } from "./walk_step.ts";
import type { DirectoryFrame, UnreadDirectory } from "./directory_frame.ts";
import type { WalkEntry } from "./walk_entry.ts";

/** A walk. Its stack is its own: no depth of directories can overflow the program's. */
export class Walk {
  /** Entries left out so far by a rule that can be turned off. */
  readonly excluded = new ExcludedEntries();
  /** Entries so far that no rule left out, and yet the target did not take. */
  unmatched = 0;
  /** Entries left out so far, by reason. A directory left out counts as one. */
  skipped: Skipped = {};
  /** Depth of the deepest directory read so far; -1 where none was. */
  deepest = -1;
  #stack: readonly DirectoryFrame[] = [];
  #largeDirectory: UnreadDirectory | undefined;

  private constructor(readonly door: Door, readonly options: WalkOptions) {}

  /**
   * What there is below one directory.
   * @throws ToolError when the directory itself can't be listed
   */
  static below(door: Door, root: ResolvedPath, options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#apply(door.proveBatch(() => WalkStep.first(door, root, options)));
    return walk;
  }

  /** What is left to be met of directories that are being gone through, the first of them first. */
  static resume(door: Door, frames: readonly DirectoryFrame[], options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#stack = frames.toReversed();
    return walk;
  }

  /** A directory that must be listed in pieces before there is a next step: see `enter`. */
  get largeDirectory(): Place | undefined {
    return this.#largeDirectory?.dir;
  }

  /**
   * Goes on with `large`.
   * @param listed its entries in path order, or throws a ToolError
   * @throws ToolError when it is the root and could not be listed
   */
  enterListed(listed: () => Listing): void {
    const unread = this.#largeDirectory;
    if (unread === undefined) return;
    this.#apply(
      this.door.proveBatch(() => new WalkStep(this.door, this.options, this.#stack).enterListed(unread, listed)),
    );
  }

  /** Whether everything has been met. */
  get isDone(): boolean {
    return this.#stack.length === 0 && this.#largeDirectory === undefined;
  }

  /** What is met next: nothing at all, where a stretch of the tree has nothing. */
  step(): readonly WalkEntry[] {
    // All reads of a stride are proved together. Should that fail it is made again, from the same stack.
    return this.#apply(this.door.proveBatch(() => new WalkStep(this.door, this.options, this.#stack).advance()));
  }

  #apply(
    { stack, found, unmatched: passedBy, skipped, excluded: leftOut, deepest, largeDirectory: large }: WalkStep,
  ): readonly WalkEntry[] {
    this.#stack = stack;
    this.deepest = Math.max(this.deepest, deepest);
    this.unmatched += passedBy;
    this.skipped = addSkipped(this.skipped, skipped);
    this.excluded.append(leftOut);
    this.#largeDirectory = large;
    return found;
  }
}
