/**
 * What a walk yields, and the directories on its stack.
 * @module
 */
import type { DirEntry, DirMark } from "../../door/door.ts";
import type { EntryKind, Place } from "../../model/place.ts";
import type { GlobState } from "../glob/glob_automaton.ts";
import type { IgnoreStack } from "../glob/ignore_stack.ts";

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

/** A directory whose entries are being visited. */
export interface DirectoryFrame {
  readonly dir: Place;
  /** Its shown path; "" for the project root. */
  readonly shown: string;
  readonly depth: number;
  /** The directory in which it was found; absent for a root. */
  readonly parent?: DirectoryFrame;
  readonly entries: readonly DirEntry[];
  /** See `Listing`. */
  readonly mark?: DirMark;
  /** Index of the next entry to visit. */
  readonly nextIndex: number;
  readonly ignoreStack: IgnoreStack;
  /** How far the overrides have matched the directory's path. */
  readonly overrideState?: GlobState;
  /** How far the target has matched it. */
  readonly targetState?: GlobState;
}

/** A directory that has not been read yet. */
export interface UnreadDirectory extends Omit<DirectoryFrame, "entries" | "mark" | "nextIndex"> {
  /** The mark of the directory in which it was found. */
  readonly parentMark?: DirMark;
}
