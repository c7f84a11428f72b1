/**
 * A part of a text that is searched at once, and what is wanted of it.
 * @module
 */

/** A stretch of a file's text to scan; what lies around it in `text` serves as context. */
export interface Block {
  readonly text: string;
  /** The stretch, in UTF-16 units; in line mode it begins at a line and ends behind one. */
  readonly start: number;
  readonly end: number;
  /** `text` is pure ASCII. */
  readonly ascii: boolean;
  /** Number of the line at `start`. */
  readonly line: number;
  /** The last lines before `text`, for context. */
  readonly tail: readonly string[];
}

/** What is wanted of a block's matching lines. */
export interface ScanOptions {
  /** Hits are made of the records with index in [from, to). */
  readonly firstRecord: number;
  readonly endRecord: number;
  /** Stop after so many matching lines. */
  readonly maxLines: number;
  /** UTF-16 units that hits may take; the one that goes beyond it is the last. */
  readonly maxUnits: number;
  readonly before: number;
  readonly after: number;
}
