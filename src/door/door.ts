/**
 * The one opening to the file system, as the engine sees it. Whatever comes through it was inside a
 * root at the moment it was read, whoever moved, replaced or linked things meanwhile.
 * @module
 */
import type { EntryKind, Place } from "../model/place.ts";

/** A name in a directory. */
export interface DirEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

/** A directory's entries, in no particular order. */
export interface Listing {
  readonly entries: DirEntry[];
  /** Names by which no entry can be found: not valid Unicode, or on Windows taken for a device or another name. */
  readonly undecodable: number;
  /** The directory as it was when it was listed. */
  readonly stamp: Stamp;
  /** Absent where a change since then might not show. */
  readonly mark?: DirMark;
}

/** What a directory was when it was listed: while it is still that, so are its entries. */
export interface DirMark extends Pick<Stamp, "dev" | "ino" | "mtime" | "ctime"> {
  /** What the directory above it was; absent where nobody knows. */
  readonly parent?: DirMark;
  /** How many entries were listed. */
  readonly entryCount?: number;
}

/** A directory that would keep everyone waiting if it were listed in one go: see `Door.listLarge`. */
export class LargeDirectoryError extends Error {
  override readonly name = "LargeDirectory";
  constructor() {
    super("a directory is too large to be listed in one go");
  }
}

/** A listing in pieces, under way from the start. */
export interface LargeListing {
  /** Nothing more will come. */
  readonly isDone: boolean;
  /** Entries listed until now. */
  readonly count: number;
  /** Lets it go on; resolves when it is over, or after so many milliseconds. Never rejects. */
  advance(ms: number): Promise<void>;
  /**
   * What was listed until now: all of it when it was over.
   * @throws ToolError as `Door.list`; `changed` also where it does not come to rest
   */
  result(): PartialListing;
  /** Ends it, unless somebody else waits for it. To be called by everyone who has begun it. */
  close(): void;
}

/** What a listing in pieces came to. */
export interface PartialListing {
  readonly listing: Listing;
  /** These are all entries that there are. */
  readonly isComplete: boolean;
  /** UNIX milliseconds at which reading began. */
  readonly startedAt: number;
}

/** An entry's identity and state; it changes when the content may have. */
export interface Stamp {
  readonly kind: EntryKind;
  /** Bytes. */
  readonly size: number;
  /** UNIX milliseconds. */
  readonly mtime: number;
  /** When content or attributes last changed: UNIX milliseconds, whole seconds on some runtimes. */
  readonly ctime: number;
  readonly executable: boolean;
  readonly dev: number;
  readonly ino: number;
  /** Names of the file, in whatever directories; 0 where that can't be told. */
  readonly linkCount: number;
  /**
   * Where `changed` lies ahead of the clock: UNIX milliseconds until which any change after this look shows in another
   * stamp. Absent where that is not known, or follows from the time of the look.
   */
  readonly reliableUntil?: number;
}

/** A regular file, open for reading. Reading from it needs no further proof. */
export interface OpenFile {
  readonly stamp: Stamp;
  /** Fills `into` from byte `at`; the count of bytes read, 0 at the end. */
  read(into: Uint8Array, at: number): number;
  close(): void;
}

/** What of a file was read. */
export interface FileRead {
  readonly bytes: number;
  /** Its state before it was read, where that was looked at. */
  readonly stamp?: Stamp;
}

/** A root directory. */
export interface Root {
  /** Absolute real path. */
  readonly path: string;
  /** It, and the other absolute paths that it was given by. */
  readonly names: readonly string[];
  /** What precedes every path shown to the caller: "" for the project root, else `path + "/"`. */
  readonly prefix: string;
}

/** A place a caller named, and the name to show it under. */
export interface ResolvedPath {
  /** Where it really is, behind all links. */
  readonly place: Place;
  /** The path as the caller named it, tidied: `show`n as if it led through no link. */
  readonly shown: string;
  readonly kind: EntryKind;
  /** Nothing has the very name that the caller wrote; this is the only thing that looks like it. */
  readonly isLookAlike?: true;
}

/**
 * Reads of the file system, all inside the roots. Each may throw `ToolError`: `outside`, `not_found`,
 * `not_a_file`, `not_a_directory`, `unreadable`, `changed`.
 */
export interface Door {
  readonly roots: readonly Root[];
  /**
   * Runs `work` so that its reads are proved together, which is cheaper than one by one. When the
   * proof fails, `work` runs again with every read proved by itself: it must have no effect but its
   * result, and must close what it opened and does not return.
   */
  proveBatch<T>(work: () => T): T;
  /**
   * Names in a directory. Links in `dir` itself are refused (`outside`): resolve first.
   * @param most bytes of a directory up to which it is listed
   * @throws LargeDirectoryError for one that is larger
   */
  list(dir: Place, most?: number): Listing;
  /** Begins to list a directory of any size, while other work goes on. */
  listLarge(dir: Place): LargeListing;
  /**
   * The entry itself; a link is not followed.
   * @param dir its directory's, from a listing: in a batch that spares the first look at it
   */
  stat(place: Place, dir?: DirMark): Stamp;
  /**
   * Whether the entry still has the stamp it once had here (absent: still does not exist), and the stamp still tells.
   * One look without proof, which is enough to tell that nothing has changed: no other entry has that stamp.
   */
  isUnchanged(place: Place, stamp: Stamp | undefined): boolean;
  /** The entry as it seems to be, if there is one: one look without proof, for comparing with what was proved. */
  statUnproved(place: Place): Stamp | undefined;
  /**
   * Reads a regular file from its beginning, as far as `into` has room. Refuses what `open` refuses.
   * @param dir its directory's, from the listing that had it as a file: in a batch that spares every look at the file
   */
  readFile(file: Place, into: Uint8Array, dir?: DirMark): FileRead;
  /** Opens a regular file; never through a link (`not_a_file`), never blocking on a FIFO or device. */
  open(file: Place): OpenFile;
  /** Where a link (or a path with links in it) really leads; `outside` when that is outside. */
  followLinks(place: Place): Place;
  /**
   * The place meant by a caller's text: relative to the project root, absolute inside a root, a
   * `file:` URL, or a JSON string literal. Links on the way are followed. Of a name that nothing has, the only one that
   * looks like it is meant: see `look_alikes.ts`.
   */
  resolve(text: string): ResolvedPath;
  /**
   * The nearest place that there is on the way to where a text would lead: a file, where it would lead on from one.
   * @throws ToolError `outside` where the way leads out; `file_url`
   */
  nearestExisting(text: string): Place;
  /** How a place is shown to the caller: relative below the project root, "." for that root itself, else absolute. */
  displayPath(place: Place): string;
}
