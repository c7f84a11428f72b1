/**
 * Owns what the engine knows of an entry it has met.
 * @module
 */
import type { DirMark } from "../../door/door.ts";
import type { EntryKind, Place } from "../../model/place.ts";

/** An entry met on a walk. */
export interface WalkEntry {
  /** How it is shown to the caller. */
  readonly shown: string;
  /** Where it really is: below a followed link, another path than the shown one. */
  readonly place: Place;
  /** Of a followed link, its target's kind. */
  readonly kind: EntryKind;
  /** Of a file, its directory's from the listing that had it: see `Door.take`. */
  readonly dirMark?: DirMark;
}
