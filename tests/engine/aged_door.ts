/**
 * Real files whose stamps are not racy, without waiting until they are not.
 * @module
 */
import type { Door, OpenFile, Stamp } from "../../src/door/door.ts";
import { openDoor } from "../door/support/open_door.ts";

/** A door to real files that look a minute older than they are. It records the files it opens, except ignore files. */
export function agedDoor(root: string): { door: Door; opened: () => string[] } {
  const real = openDoor([root]);
  const opened: string[] = [];
  const aged = (stamp: Stamp): Stamp => ({ ...stamp, mtime: stamp.mtime - 60_000, ctime: stamp.ctime - 60_000 });
  const unaged = (stamp: Stamp): Stamp => ({ ...stamp, mtime: stamp.mtime + 60_000, ctime: stamp.ctime + 60_000 });
  const door: Door = {
    roots: real.roots,
    proveBatch: (work) => real.proveBatch(work),
    list(dir) {
      const listing = real.list(dir);
      return { ...listing, stamp: aged(listing.stamp) };
    },
    stat: (place) => aged(real.stat(place)),
    isUnchanged: (place, stamp) => real.isUnchanged(place, stamp && unaged(stamp)),
    open(place): OpenFile {
      if (!/ignore$|^\.git/.test(place.path)) opened.push(place.path);
      const file = real.open(place);
      return { stamp: aged(file.stamp), read: (into, at) => file.read(into, at), close: () => file.close() };
    },
    statUnproved(place) {
      const stamp = real.statUnproved(place);
      return stamp && aged(stamp);
    },
    readFile(place, into) {
      opened.push(place.path);
      // First: a stamp taken after the read would hide a change between the two.
      const stamp = aged(real.stat(place));
      return { ...real.readFile(place, into), stamp };
    },
    followLinks: (place) => real.followLinks(place),
    resolve: (text) => real.resolve(text),
    displayPath: (place) => real.displayPath(place),
  };
  return { door, opened: () => opened.splice(0) };
}
