/**
 * What a search for entries comes to.
 * @module
 */
import type { Skipped } from "../model/report.ts";
import type { FoundEntry } from "./found_entry.ts";
import type { LeftOut } from "./left_out.ts";

/** What was found. */
export interface Finding {
  /** In path order. */
  readonly entries: readonly FoundEntry[];
  /** Entries looked at: those no rule left out, before the tests. */
  readonly looked: number;
  readonly skipped: Skipped;
  /** What was left out by a rule that can be turned off. */
  readonly leftOut: LeftOut;
  /** Depth of the deepest directory read; -1 where none was. */
  readonly deepest: number;
  /** The time ran out, or a pattern took too long on a name; what was found all the same is here. */
  readonly cutBy?: "timeout";
}

/** What a caller of `find` counts as found: regular files, those and directories, or whatever there is. */
export type Wanted = "files" | "files_and_dirs" | "entries";
