/**
 * The raw file system calls, gathered so that a test can stand between the door and the disk. Nobody
 * but the door's own files may use them: none of them knows of roots.
 * @module
 */
import fs from "node:fs";
import { normalizedPath } from "./parse_path.ts";

/** What the kernel tells of an entry. */
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

/** Which inode a descriptor is of. */
export interface DescriptorInfo {
  readonly isFile: boolean;
  readonly dev: number;
  readonly ino: number;
}

/** The calls the door is made of; they throw what the platform throws. */
export interface Syscalls {
  lstat(path: string): Inode;
  /** Follows a link: only for a root that is reached by its alias. */
  stat(path: string): Inode;
  readDir(path: string): Iterable<Deno.DirEntry>;
  /** The same, a few at a time, read on another thread of the runtime's. */
  readDirAsync(path: string): AsyncIterable<Deno.DirEntry>;
  readLink(path: string): string;
  /** Absolute, and spelled as `RootDir.path` is: Windows itself answers with backslashes. */
  realPath(path: string): string;
  /** Opens for reading, without ever waiting for the other end of a FIFO; the descriptor. */
  open(path: string): number;
  fstat(fd: number): DescriptorInfo;
  /** Fills `into` from byte `at`; the count read. */
  read(fd: number, into: Uint8Array, at: number): number;
  close(fd: number): void;
  /** UNIX milliseconds, by a clock that may be set. */
  now(): number;
  /** Milliseconds since some moment, by a clock that is never set. */
  monotonicNow(): number;
}

// With a scoped grant Deno resolves links itself before it opens, so O_NOFOLLOW only helps without one.
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOFOLLOW ?? 0);

/** The calls as Deno offers them: the quicker of its own and node's for each. */
export const SYSCALLS: Syscalls = {
  lstat: (path) => Deno.lstatSync(path),
  stat: (path) => Deno.statSync(path),
  readDir: (path) => Deno.readDirSync(path),
  readDirAsync: (path) => Deno.readDir(path),
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
