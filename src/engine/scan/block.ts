/**
 * A part of a text that is scanned in one go, and the options of its scan.
 * @module
 */

/** A part of a file's text to scan; the surrounding `text` is context. */
export interface Block {
  readonly text: string;
  /** The part, in UTF-16 units; unless multiline it begins at a line and ends after one. */
  readonly start: number;
  readonly end: number;
  /** `text` is pure ASCII. */
  readonly ascii: boolean;
  /** The number of the line at `start`. */
  readonly line: number;
  /** The last lines before `text`, for context. */
  readonly tail: readonly string[];
}

/** Counts by key. */
export type KeyCounts = ReadonlyMap<string, number>;

/** Counts something in matching lines beside the lines themselves, such as the texts that match. */
export interface KeyCounter {
  /** If each match counts as this text, and is exactly that: bytes suffice to count it. */
  readonly literal?: string;
  /**
   * Counts the matches that start in [from, to], those of one line, or of a group of lines. Yields now and then.
   * @param text contains the lines; in a search by line it is the line with its break
   */
  count(text: string, from: number, to: number, isAscii: boolean, counts: Map<string, number>): Iterable<void>;
}

/** How a block is scanned, and which hits are made. */
export interface ScanOptions {
  /** Hits are made of the records with index in [firstRecord, endRecord). */
  readonly firstRecord: number;
  readonly endRecord: number;
  /** The scan stops after this many matching lines. */
  readonly maxLines: number;
  /** Hits are made until they take this many UTF-16 units; the one that exceeds it is the last. */
  readonly maxUnits: number;
  readonly before: number;
  readonly after: number;
  /** Counts something else in matching lines. */
  readonly counter?: KeyCounter;
}
