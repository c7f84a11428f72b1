/**
 * What a search for entries comes to.
 * @module
 */
import type { Skipped } from "../../model/report.ts";
import type { WalkEntry } from "./walk_entry.ts";
import type { ExcludedEntries } from "./excluded_entries.ts";

/** What was found. */
export interface FindResult {
  /** In path order. */
  readonly entries: readonly WalkEntry[];
  /** Entries looked at: those no rule left out, before the tests. */
  readonly examined: number;
  readonly skipped: Skipped;
  /** What was left out by a rule that can be turned off. */
  readonly excluded: ExcludedEntries;
  /** Depth of the deepest directory read; -1 where none was. */
  readonly deepest: number;
  /** The time ran out, or a pattern took too long on a name; what was found all the same is here. */
  readonly cutBy?: "timeout";
}

/** What a caller of `find` counts as found: regular files, those and directories, or whatever there is. */
export type WantedKinds = "files" | "files_and_dirs" | "entries";
