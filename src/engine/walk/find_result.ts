/**
 * The result of a find, the entries that it excludes, and fingerprints by which two results are compared.
 * @module
 */
import type { DirEntry } from "../../door/door.ts";
import type { Skipped } from "../../model/completeness.ts";
import type { ExclusionRule } from "../../model/request.ts";
import type { DirectoryFrame, WalkEntry } from "./walk_entry.ts";

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

const RULES: readonly ExclusionRule[] = ["ignored", "hidden", "globs", "links"];

/** Entries excluded by a rule that can be turned off. An excluded directory is one entry; nothing below it is kept. */
export class ExcludedEntries {
  readonly #frames: Readonly<Record<ExclusionRule, PartialFrame[]>> = { ignored: [], hidden: [], globs: [], links: [] };
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The counts that reports show. */
  get skipped(): Skipped {
    const countOf = (rule: ExclusionRule) => this.#frames[rule].reduce((sum, { entries }) => sum + entries.length, 0);
    return { ignored: countOf("ignored"), hidden: countOf("hidden") };
  }

  /** Adds an entry of the directory of `frame`. */
  record(rule: ExclusionRule, frame: DirectoryFrame, entry: DirEntry): void {
    const frames = this.#frames[rule], last = frames.at(-1);
    if (last?.dir === frame.dir) last.entries.push(entry);
    else frames.push({ ...frame, entries: [entry], nextIndex: 0 });
    this.#count++;
  }

  /** Adds the entries that a later step excluded. */
  append(later: ExcludedEntries): void {
    // One by one: there may be more frames than a call takes arguments.
    for (const rule of RULES) for (const frame of later.#frames[rule]) this.#frames[rule].push(frame);
    this.#count += later.#count;
  }

  /** The directories in which `rule` excluded entries, each with only those entries, in the order of the walk. */
  framesOf(rule: ExclusionRule): readonly DirectoryFrame[] {
    return this.#frames[rule];
  }
}

/** A directory with some of its entries. */
interface PartialFrame extends DirectoryFrame {
  readonly entries: DirEntry[];
}

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
