/**
 * The result of a find.
 * @module
 */
import type { Skipped } from "../../model/completeness.ts";
import type { ExcludedEntries } from "./excluded_entries.ts";
import type { WalkEntry } from "./walk_entry.ts";

/** The entries found, and what was excluded. */
export interface FindResult {
  /** In path order. */
  readonly entries: readonly WalkEntry[];
  /** How many entries no rule excluded, before any test. */
  readonly examined: number;
  readonly skipped: Skipped;
  /** The entries excluded by a rule that can be turned off. */
  readonly excluded: ExcludedEntries;
  /** Depth of the deepest directory read; -1 if none was. */
  readonly deepest: number;
  /** The time ran out, or a pattern took too long on a name; the result is partial. */
  readonly cutBy?: "timeout";
}

/** The kinds of entries to find: regular files, those and directories, or all. */
export type WantedKinds = "files" | "files_and_dirs" | "entries";
