/**
 * One cached file: its state, and where its content lies.
 * @module
 */
import type { DirMark, Stamp } from "../../door/door.ts";

/** Bytes of the largest file whose content is cached. */
export const MAX_CACHED_FILE_BYTES = 2 ** 20;

/** A file as it was read once. A change makes a new object, so the same object means the same content. */
export interface CachedFile {
  /**
   * - `ascii` and `utf8`: a text. Its bytes (without a byte-order mark, LF for CR LF) are at [at, end) of memory,
   *   unless `at` is ABSENT.
   * - `binary`: to be skipped, and so is text in UTF-16 without a mark, which is told by its label.
   * - `aside`: not cached; each reader has to read it.
   */
  readonly kind: "ascii" | "utf8" | "binary" | "utf-16le" | "utf-16be" | "aside";
  /** Bytes. */
  readonly size: number;
  /** When the read began, by the file system's clock. */
  readonly readAt: number;
  /** Its state when it was read; absent until it is first checked. */
  stamp?: Stamp;
  /** The directory that it was read in, if no stamp was taken then. */
  readonly dir?: DirMark;
  /** Whether a text is valid UTF-8; otherwise it is likely in another encoding. */
  readonly isUtf8: boolean;
  /** Some of its line breaks are CR LF in the file; in memory all are LF. */
  readonly hasCrlf: boolean;
  at: number;
  end: number;
  /** When it was last known to be current: see `Freshness`. */
  token: number;
}

/**
 * A cached file with all its fields in one order. Objects of several shapes would have the code that meets them
 * compiled again for each, which took a twentieth of a first search.
 */
export function makeCachedFile(
  { kind, at, end, isUtf8, hasCrlf, size, readAt, token, stamp, dir }: CachedFile,
): CachedFile {
  return { kind, at, end, isUtf8, hasCrlf, size, readAt, token, stamp, dir };
}

/** Whether a file's text is searched in memory. */
export function isText({ kind }: Pick<CachedFile, "kind">): boolean {
  return kind === "ascii" || kind === "utf8";
}
