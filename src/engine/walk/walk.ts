/**
 * Walks through the directories below a root, in path order.
 * @module
 */
import type { ResolvedPath } from "../../door/door.ts";
import { addSkipped, type Skipped } from "../../model/completeness.ts";
import type { DirectoryFrame } from "./directory_frame.ts";
import { ExcludedEntries } from "./excluded_entries.ts";
import type { WalkEntry } from "./walk_entry.ts";
import type { WalkDoor, WalkOptions } from "./walk_options.ts";
import { WalkStep } from "./walk_step.ts";

/** A walk, advanced step by step. It keeps its own stack, so deep directories can't overflow the program's. */
export class Walk {
  /** Entries excluded so far by a rule that can be turned off. */
  readonly excluded = new ExcludedEntries();
  /** Entries so far that no rule excludes, but the target doesn't match. */
  unmatched = 0;
  /** Entries excluded so far, by reason. A directory counts as one. */
  skipped: Skipped = {};
  /** Depth of the deepest directory read so far; -1 if none was. */
  deepest = -1;
  #stack: readonly DirectoryFrame[] = [];

  private constructor(readonly door: WalkDoor, readonly options: WalkOptions) {}

  /**
   * A walk through one directory.
   * @throws ToolError when the directory itself can't be listed
   */
  static below(door: WalkDoor, root: ResolvedPath, options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#apply(door.proveBatch(() => WalkStep.first(door, root, options)));
    return walk;
  }

  /** A walk through the remaining entries of partly visited directories, in the order given. */
  static resume(door: WalkDoor, frames: readonly DirectoryFrame[], options: WalkOptions): Walk {
    const walk = new Walk(door, options);
    walk.#stack = frames.toReversed();
    return walk;
  }

  /** Whether all entries have been visited. */
  get isDone(): boolean {
    return this.#stack.length === 0;
  }

  /** The next entries; none, if there are none in this part of the tree. */
  step(): readonly WalkEntry[] {
    // All reads of a step are proved together. If the proof fails, the step is repeated from the same stack.
    const advance = () => new WalkStep(this.door, this.options, this.#stack).advance();
    return this.#apply(this.door.proveBatch(advance));
  }

  #apply(step: WalkStep): readonly WalkEntry[] {
    this.#stack = step.stack;
    this.deepest = Math.max(this.deepest, step.deepest);
    this.unmatched += step.unmatched;
    this.skipped = addSkipped(this.skipped, step.skipped);
    this.excluded.append(step.excluded);
    return step.found;
  }
}
