/**
 * A directory on a walk's way: before it is read, while it is gone through, and behind.
 * @module
 */
import type { DirEntry, DirMark } from "../door/door.ts";
import type { Place } from "../model/place.ts";
import type { State } from "./automaton.ts";
import type { Levels } from "./ignore_levels.ts";

/** A directory that is being gone through. */
export interface Frame {
  readonly dir: Place;
  /** What precedes the names in it: "" or a path. */
  readonly shown: string;
  readonly depth: number;
  /** The directory in which it was met; absent for a root. */
  readonly from?: Frame;
  readonly entries: readonly DirEntry[];
  /** See `Listing`. */
  readonly mark?: DirMark;
  /** Index of the next entry. */
  readonly at: number;
  readonly levels: Levels;
  /** How far the path has been matched: by the overrides, and by the target. */
  readonly globs?: State;
  readonly target?: State;
}

/** What is known of a directory before it is read. */
export interface Unread extends Omit<Frame, "entries" | "mark" | "at"> {
  /** The mark of the directory it was met in. */
  readonly above?: DirMark;
}
