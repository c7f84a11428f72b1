/**
 * A regular file on the disk, open for reading.
 * @module
 */
import type { OpenFile, Stamp } from "./door.ts";
import { accessFault, toolErrorOf } from "./access_error.ts";
import type { Syscalls } from "./syscalls.ts";

/** Files are stored in pages of this size: a read that ends within a page has reached the end of the file. */
const PAGE_BYTES = 4096;

/** Fills `into` from the file's beginning, by as many calls of `read` as it takes; returns the count of bytes. */
export function readHead(into: Uint8Array, read: (rest: Uint8Array, at: number) => number): number {
  let filled = 0;
  for (;;) {
    const count = read(filled === 0 ? into : into.subarray(filled), filled);
    filled += count;
    if (count === 0 || filled === into.length || filled % PAGE_BYTES !== 0) return filled;
  }
}

/** An open descriptor and the stamp that its entry had. */
export class DiskFile implements OpenFile {
  #isClosed = false;
  #isVerified = false;

  constructor(readonly sys: Syscalls, readonly fd: number, readonly stamp: Stamp, readonly shown: string) {}

  read(into: Uint8Array, at: number): number {
    // By now the number of a closed descriptor may belong to another file.
    if (this.#isClosed) throw new Error(`${this.shown} was read after it was closed`);
    const count = this.#read(into, at);
    // More bytes than the entry had: it has grown, or (in a batch not proved yet) this is an endless device.
    if (at + count > this.stamp.size && !this.isStampedFile()) throw accessFault("changed", this.shown);
    return count;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.sys.close(this.fd);
  }

  /** Whether the descriptor is of the regular file that was stamped. Takes some 15 µs, so it is called in doubt only. */
  isStampedFile(): boolean {
    if (this.#isVerified) return true;
    const { isFile, dev, ino } = this.sys.fstat(this.fd);
    return this.#isVerified = isFile && dev === this.stamp.dev && ino === this.stamp.ino;
  }

  #read(into: Uint8Array, at: number): number {
    try {
      return this.sys.read(this.fd, into, at);
    } catch (error) {
      throw toolErrorOf(error, this.shown) ?? error;
    }
  }
}
