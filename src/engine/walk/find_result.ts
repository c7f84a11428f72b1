/**
 * The result of a find, and fingerprints by which two results are compared.
 * @module
 */
import type { Skipped } from "../../model/completeness.ts";
import type { WalkEntry } from "./walk_entry.ts";

/** The entries found, and how many were excluded. */
export interface FindResult {
  /** In path order. */
  readonly entries: readonly WalkEntry[];
  /** How many entries no rule excluded, before any test. */
  readonly examined: number;
  readonly skipped: Skipped;
  /** The time ran out, or a pattern took too long on a name; the result is partial. */
  readonly cutBy?: "timeout";
}

/** The kinds of entries to find: regular files, those and directories, or all. */
export type WantedKinds = "files" | "files_and_dirs" | "entries";

/** Adds one more path, with what was counted in it, to a 32-bit fingerprint. The order of adding does not matter. */
export function addToFingerprint(fingerprint: number, path: string, count = 1): number {
  return (fingerprint + Math.imul(pathHash(path), count * 2 + 1)) >>> 0;
}

/** FNV-1a over the UTF-16 units of `path`. */
function pathHash(path: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < path.length; i++) hash = Math.imul(hash ^ path.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
