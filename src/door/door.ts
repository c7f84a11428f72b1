/**
 * The engine's only access to the file system. Everything that it returns was inside a root at the moment it was read,
 * even if entries were moved, replaced or linked during the read.
 * @module
 */
import type { Skipped } from "../model/completeness.ts";
import type { EntryKind, Place } from "../model/place.ts";

/** A name in a directory. */
export interface DirEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** A directory's entries, in no particular order. */
export interface Listing {
  readonly entries: DirEntry[];
  /** Names by which no entry can be found: not valid Unicode, or on Windows a device or another name. */
  readonly skipped: Skipped;
  /** The directory as it was when it was listed. */
  readonly stamp: Stamp;
  /** Absent if a later change might not show in it. */
  readonly mark?: DirMark;
}

/** A directory's state when it was listed. As long as the state is the same, its entries are. */
export interface DirMark extends Pick<Stamp, "dev" | "ino" | "mtime" | "ctime"> {
  /** The state of the directory above; absent if unknown. */
  readonly parent?: DirMark;
}

/** An entry's identity and state; it changes whenever the content may have changed. */
export interface Stamp {
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
  /** UNIX milliseconds. */
  readonly mtime: number;
  /** Last change of content or attributes: UNIX milliseconds, whole seconds on some runtimes. */
  readonly ctime: number;
  readonly executable: boolean;
  readonly dev: number;
  readonly ino: number;
  /** Count of the file's names, in all directories; 0 if unknown. */
  readonly linkCount: number;
  /**
   * If `ctime` lies in the future: UNIX milliseconds until which any later change shows in another stamp. Absent if
   * unknown, or if it follows from the time of the read.
   */
  readonly reliableUntil?: number;
}

/** A regular file, open for reading. Reading from it needs no further proof. */
export interface OpenFile {
  readonly stamp: Stamp;
  /** Fills `into` from byte `at`; returns the count of bytes read, 0 at the end. */
  read(into: Uint8Array, at: number): number;
  close(): void;
}

export interface FileRead {
  readonly bytes: number;
  /** The file's state before the read, if it was inspected. */
  readonly stamp?: Stamp;
}

export interface Root {
  /** Absolute real path. */
  readonly path: string;
  /** The real path, and the other absolute paths by which the root was given. */
  readonly names: readonly string[];
  /** Precedes every path shown to the caller: "" for the project root, otherwise `path + "/"`. */
  readonly prefix: string;
}

/** A place that a caller named, and the name under which it is shown. */
export interface ResolvedPath {
  /** The real place, after all links. */
  readonly place: Place;
  /** The path as the caller named it, normalized: like `displayPath`, but with links as they were written. */
  readonly shown: string;
  readonly kind: EntryKind;
  /** No entry has the name that the caller wrote: this one looks like it, or is the file before its line numbers. */
  readonly isStandIn?: true;
}

/**
 * Reads of the file system, all inside the roots. Each may throw `ToolError`: `outside`, `not_found`,
 * `not_a_file`, `not_a_directory`, `unreadable`, `read_failed`, `changed`.
 */
export interface Door {
  readonly roots: readonly Root[];
  /**
   * Runs `work` and proves all its reads together, which takes less time than one by one. If the proof fails, `work`
   * runs again and every read is proved by itself. So `work` must have no effect but its result, and must close
   * whatever it opened and does not return.
   */
  proveBatch<T>(work: () => T): T;
  /**
   * The entries of a directory. Links in `dir` itself are refused (`outside`): resolve them first. Takes 2 s for a
   * million entries.
   */
  list(dir: Place): Listing;
  /**
   * The state of the entry itself; a link is not followed.
   * @param dir its directory's mark, from a listing: within a batch the directory needs no first inspection then
   */
  stat(place: Place, dir?: DirMark): Stamp;
  /**
   * Whether the entry still has the stamp it once had here (undefined: still does not exist), and the stamp is still
   * reliable. One unproved read, which is enough to show that nothing changed: no other entry has that stamp.
   */
  isUnchanged(place: Place, stamp: Stamp | undefined): boolean;
  /** The entry's state without proof, undefined if it can't be read: for comparison with a proved one. */
  statUnproved(place: Place): Stamp | undefined;
  /**
   * Reads a regular file from its beginning, as much as `into` can hold. Refuses what `open` refuses.
   * @param dir its directory's mark, from the listing that had it as a file: within a batch the file itself needs no
   * inspection then
   */
  readFile(file: Place, into: Uint8Array, dir?: DirMark): FileRead;
  /** Opens a regular file; never through a link (`not_a_file`), never waiting for a FIFO or device. */
  open(file: Place): OpenFile;
  /** The real place of a link, or of a path with links in it; `outside` if that is outside. */
  followLinks(place: Place): Place;
  /**
   * The place that a caller's text names: relative to the project root, absolute inside a root, a `file:` URL, or a
   * JSON string literal. Links on the way are followed. If no entry has a name of the path, the only entry that looks
   * like it is taken: see `route_walker.ts`.
   */
  resolve(text: string): ResolvedPath;
  /** A place as the caller sees it: relative below the project root, "." for that root itself, otherwise absolute. */
  displayPath(place: Place): string;
}
