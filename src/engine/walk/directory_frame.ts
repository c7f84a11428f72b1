/**
 * A directory on a walk's way: before it is read, while it is gone through, and behind.
 * @module
 */
import type { DirEntry, DirMark } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { GlobState } from "../glob/glob_automaton.ts";
import type { IgnoreStack } from "../glob/ignore_stack.ts";

/** A directory that is being gone through. */
export interface DirectoryFrame {
  readonly dir: Place;
  /** What precedes the names in it: "" or a path. */
  readonly shown: string;
  readonly depth: number;
  /** The directory in which it was met; absent for a root. */
  readonly parent?: DirectoryFrame;
  readonly entries: readonly DirEntry[];
  /** See `Listing`. */
  readonly mark?: DirMark;
  /** Index of the next entry. */
  readonly nextIndex: number;
  readonly ignoreStack: IgnoreStack;
  /** How far the path has been matched: by the overrides, and by the target. */
  readonly overrideState?: GlobState;
  readonly targetState?: GlobState;
}

/** What is known of a directory before it is read. */
export interface UnreadDirectory extends Omit<DirectoryFrame, "entries" | "mark" | "nextIndex"> {
  /** The mark of the directory it was met in. */
  readonly parentMark?: DirMark;
}
