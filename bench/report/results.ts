/**
 * What the bench measured.
 * @module
 */

/** A group of questions; goals are set for groups. */
export type Group =
  | "list cold"
  | "list"
  | "first search"
  | "rare"
  | "pattern"
  | "counts"
  | "lines"
  | "first lines"
  | "other"
  | "again";

/** One question under one set-up: medians in milliseconds, and `theirs / ours`. */
export interface Row {
  readonly question: string;
  readonly group: Group;
  readonly peer: "ripgrep" | "fd";
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  /** Another checkout's milliseconds, and these over `ours`. */
  readonly before?: { readonly ms: number; readonly ratio: number };
}

/** All questions under one set-up. */
export interface SetUpResult {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Megabytes in memory: with the tree loaded, at most, and some seconds after the last question. */
  readonly memory?: { readonly warm: number; readonly most: number; readonly rest: number };
}

/** Milliseconds from the start of a program to its answers. */
export interface Start {
  readonly program: string;
  readonly listed: number;
  readonly call: number;
}

/** All measurements on a tree. */
export interface TreeResult {
  readonly tree: { readonly name: string; readonly files: number; readonly bytes: number };
  readonly isQuick: boolean;
  readonly pairs: number;
  readonly seed: number;
  readonly cacheMb: number;
  readonly machine: string;
  readonly versions: readonly string[];
  /** Milliseconds of a run of ripgrep that does nothing. */
  readonly emptyRun: number;
  readonly setUps: readonly SetUpResult[];
  readonly starts: readonly Start[];
  readonly leftOut: readonly string[];
}
