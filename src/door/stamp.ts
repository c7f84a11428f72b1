/**
 * Stamps of entries, made of what the system reports about their inodes.
 * @module
 */
import type { ReasonKey } from "../model/messages/reasons.ts";
import type { EntryKind } from "../model/place.ts";
import type { Stamp } from "./door.ts";
import type { Inode } from "./syscalls.ts";

/** The kind of an inode, or of an entry as its directory lists it. */
export function kindOf(inode: Pick<Inode, "isSymlink" | "isFile" | "isDirectory">): EntryKind {
  return inode.isSymlink ? "link" : inode.isFile ? "file" : inode.isDirectory ? "dir" : "special";
}

/** The kind of an inode that is neither a file nor a directory. */
export function specialKindOf(inode: Inode): ReasonKey {
  if (inode.isSymlink) return "link";
  return inode.isFifo ? "fifo" : inode.isSocket ? "socket" : "device";
}

/** @param until UNIX milliseconds: see `CtimeClock.reliableUntil` */
export function stampOf(inode: Inode, until = 0): Stamp {
  return {
    kind: kindOf(inode),
    size: inode.size,
    mtime: inode.mtime?.getTime() ?? 0,
    // A file without a ctime always counts as just changed.
    ctime: inode.ctime?.getTime() ?? Infinity,
    executable: inode.isFile && ((inode.mode ?? 0) & 0o111) !== 0,
    dev: inode.dev,
    ino: inode.ino ?? 0,
    linkCount: inode.nlink ?? 0,
    ...(until > 0 && until < Infinity && { reliableUntil: until }),
  };
}

/** Whether `inode` is of the entry that has `stamp`, changed or not. */
export function isSameEntry(stamp: Stamp, inode: Inode): boolean {
  return kindOf(inode) === stamp.kind && inode.dev === stamp.dev && (inode.ino ?? 0) === stamp.ino;
}

/** Whether two stamps are of the same entry in the same state. */
export function isSameStamp(a: Stamp, b: Stamp): boolean {
  return a.kind === b.kind && a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtime === b.mtime &&
    a.ctime === b.ctime;
}
