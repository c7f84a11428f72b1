/**
 * The entries that a walk yields.
 * @module
 */
import type { DirMark } from "../../door/door.ts";
import type { EntryKind, Place } from "../../model/place.ts";

/** A file, directory, link or special file found by a walk. */
export interface WalkEntry {
  /** The path shown to the caller. */
  readonly shown: string;
  /** The entry's real place, which differs from the shown path below a followed link. */
  readonly place: Place;
  /** The kind; for a followed link, the kind of its target. */
  readonly kind: EntryKind;
  /** For a file: the mark of its directory, from the listing that had the file. See `Door.readFile`. */
  readonly dirMark?: DirMark;
}
