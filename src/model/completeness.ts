/**
 * The part of reports about their completeness: skipped files, cuts, and paths that were not taken literally.
 * @module
 */

/** Why files were skipped that should have been searched or listed. */
const SKIP_KINDS = [
  "ignored",
  "hidden",
  "binary",
  "too_large",
  "unreadable",
  "outside_root",
  "special",
  "undecodable_name",
  "reserved_name",
  "ignore_rules",
] as const;

/** A reason for skipping. */
export type SkipKind = typeof SKIP_KINDS[number];

/** Counts of skipped files by reason; reasons that did not occur are absent. */
export type Skipped = Partial<Record<SkipKind, number>>;

/** The sums of two counts, by kind. */
export function addSkipped(a: Skipped, b: Skipped): Skipped {
  const sum: Skipped = {};
  for (const kind of SKIP_KINDS) {
    const count = (a[kind] ?? 0) + (b[kind] ?? 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}

export function isSameSkipped(a: Skipped, b: Skipped): boolean {
  return SKIP_KINDS.every((kind) => a[kind] === b[kind]);
}

/** Why an answer is incomplete. */
export type CutBy = "limit" | "token_budget" | "timeout" | "file_limit";

/** Notes on paths that the caller wrote and that were not taken literally. */
export interface PathNotes {
  /** Paths that no entry has, and the one taken for each: it looks like it, or lacks the line numbers after it. */
  readonly standIns: readonly { readonly given: string; readonly shown: string }[];
  /** Paths that don't exist, of several. */
  readonly missing: readonly string[];
  /** Paths that can't be read, of several. */
  readonly unreadable: readonly string[];
}

export interface WithPathNotes {
  readonly pathNotes?: PathNotes;
}

export interface Completeness extends WithPathNotes {
  /** Absent if everything was searched. */
  readonly cutBy?: "timeout" | "file_limit";
  readonly skipped: Skipped;
  /** A hash: equal for two answers to one request only if they found the same, with high probability. */
  readonly fingerprint?: number;
  /** This page does not continue the first one, because the tree has changed since. */
  readonly treeChanged?: boolean;
}
