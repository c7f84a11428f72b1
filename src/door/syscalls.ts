/**
 * The raw file system calls, as one interface so that tests can replace the disk. Only the door's own files may use
 * them, since they don't check roots.
 * @module
 */
import type { ReasonKey } from "../model/messages/messages.ts";
import type { EntryKind } from "../model/place.ts";
import fs from "node:fs";
import { errnoOf } from "./access_error.ts";
import type { Stamp } from "./door.ts";
import { normalizedPath } from "./parse_path.ts";

/** The state of an entry, as the kernel reports it. */
export type Inode = Pick<
  Deno.FileInfo,
  | "isFile"
  | "isDirectory"
  | "isSymlink"
  | "isFifo"
  | "isSocket"
  | "size"
  | "mtime"
  | "ctime"
  | "mode"
  | "dev"
  | "ino"
  | "nlink"
>;

export interface DescriptorInfo {
  readonly isFile: boolean;
  readonly dev: number;
  readonly ino: number;
}

/** The calls that the door makes; they throw the platform's errors. */
export interface Syscalls {
  lstat(path: string): Inode;
  /** Follows a link: only for a root that is read by an alias. */
  stat(path: string): Inode;
  readDir(path: string): Iterable<Deno.DirEntry>;
  readLink(path: string): string;
  /** Absolute and normalized like `RootDir.path`: Windows itself returns backslashes. */
  realPath(path: string): string;
  /** Opens for reading, never waiting for the other end of a FIFO; returns the descriptor. */
  open(path: string): number;
  fstat(fd: number): DescriptorInfo;
  /** Fills `into` from byte `at`; returns the count of bytes read. */
  read(fd: number, into: Uint8Array, at: number): number;
  close(fd: number): void;
  /** UNIX milliseconds; this clock may be set. */
  now(): number;
  /** Milliseconds since a fixed moment; this clock is never set. */
  monotonicNow(): number;
}

// With a scoped grant Deno resolves links itself before it opens a file, so O_NOFOLLOW only helps without one.
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOFOLLOW ?? 0);

/** The calls of Deno or of node:fs, whichever is faster. */
export const SYSCALLS: Syscalls = {
  lstat: (path) => Deno.lstatSync(path),
  stat: (path) => Deno.statSync(path),
  readDir: (path) => Deno.readDirSync(path),
  readLink: (path) => Deno.readLinkSync(path),
  realPath: (path) => normalizedPath(Deno.realPathSync(path)),
  open: (path) => fs.openSync(path, OPEN_FLAGS),
  fstat(fd) {
    const info = fs.fstatSync(fd);
    return { isFile: info.isFile(), dev: info.dev, ino: info.ino };
  },
  read: (fd, into, at) => fs.readSync(fd, into, 0, into.length, at),
  close: (fd) => fs.closeSync(fd),
  now: () => Date.now(),
  monotonicNow: () => performance.now(),
};

/**
 * Whether `count` more files can be open at the same time: opens `path` `count` times and closes it again. Without a
 * free descriptor the start of a thread or a watch ends the whole process inside the runtime, where no error can be
 * caught.
 */
export function hasSpareDescriptors(path: string, count: number, sys = SYSCALLS): boolean {
  const open: number[] = [];
  try {
    while (open.length < count) open.push(sys.open(path));
    return true;
  } catch (error) {
    // Other errors are not about descriptors: Windows can't open a directory like this.
    return !/^E[MN]FILE$/.test(errnoOf(error) ?? "");
  } finally {
    for (const fd of open) sys.close(fd);
  }
}

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
