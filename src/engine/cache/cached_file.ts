/**
 * What is remembered of a file: its state, and where its content lies.
 * @module
 */
import type { DirMark, Stamp } from "../../door/door.ts";
import type { SkipKind } from "../../model/report.ts";

/** Bytes of the largest file whose content is kept. */
export const MAX_CACHED_FILE_BYTES = 2 ** 20;

/**
 * A file as it was read once. A change makes a new one, so that the same object means the same content.
 */
export interface CachedFile {
  /**
   * `ascii` and `utf8`: a text, its bytes (without a byte-order mark, LF for CR LF) at [at, end) of memory
   * while `at` is not ABSENT; `binary`: to be skipped; `aside`: to be read anew by whoever needs it.
   */
  readonly kind: "ascii" | "utf8" | "binary" | "aside";
  /** Bytes. */
  readonly size: number;
  /** When reading it began: UNIX milliseconds. */
  readonly readAt: number;
  /** Its state as it was read; absent until it is first looked at. */
  stamp?: Stamp;
  /** The directory that it was read in, where it was not looked at then. */
  readonly dir?: DirMark;
  /** Which of its line breaks are CR LF in the file; in memory all are LF. */
  readonly crlf: "none" | "some" | "all";
  at: number;
  end: number;
  /** When it was last known to be current: see Freshness. */
  token: number;
  /** Which neighbouring bytes it has, once it was signed; stays when the bytes themselves go. */
  indexed?: IndexedColumns;
  /** See `emptyTallyOf`. */
  emptyTally?: Tally;
}

/** What a search found in one file. */
export interface Tally {
  /** The file as it was read; undefined when it was not remembered. */
  readonly file: CachedFile | undefined;
  readonly bytes: number;
  readonly count: number;
  readonly records: number;
  /** Why its content was not searched. */
  readonly skip?: SkipKind;
}

/** Where a text stands among the signatures. */
export interface IndexedColumns {
  /** Its first column, and how many it has. */
  readonly first: number;
  readonly count: number;
  /** What `TrigramIndex.made` was when it had been made. */
  readonly version: number;
}

/**
 * A file as it has just been read. All of them have all their fields, in one order: code that meets objects of several
 * shapes is compiled again for each, which of a first search was a twentieth.
 */
export function makeCachedFile(
  { kind, at, end, crlf, size, readAt, token: seen, stamp, dir }: Omit<CachedFile, "indexed" | "emptyTally">,
): CachedFile {
  return { kind, at, end, crlf, size, readAt, token: seen, stamp, dir, indexed: undefined, emptyTally: undefined };
}

/** Whether it is searched in memory. */
export function isText({ kind }: Pick<CachedFile, "kind">): boolean {
  return kind === "ascii" || kind === "utf8";
}

/** What a search finds in a file without a match. */
export function emptyTallyOf(file: CachedFile): Tally {
  return file.emptyTally ??= { file: file, bytes: file.size, count: 0, records: 0 };
}
