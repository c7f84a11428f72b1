/**
 * A regular file of the disk, open for reading.
 * @module
 */
import type { OpenFile, Stamp } from "./door.ts";
import { accessFault, toolErrorOf } from "./access_error.ts";
import type { Syscalls } from "./syscalls.ts";

/** An open descriptor and the stamp its entry had. */
export class DiskFile implements OpenFile {
  #isClosed = false;
  #isVerified = false;

  constructor(readonly sys: Syscalls, readonly fd: number, readonly stamp: Stamp, readonly shown: string) {}

  read(into: Uint8Array, at: number): number {
    // The number of a closed descriptor may be another file's by now.
    if (this.#isClosed) throw new Error(`${this.shown} was read after it was closed`);
    const count = this.#read(into, at);
    // More than the entry had: it has grown, or (in a batch not yet proved) this is an endless device.
    if (at + count > this.stamp.size && !this.isStampedFile()) throw accessFault("changed", this.shown);
    return count;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.sys.close(this.fd);
  }

  /** Whether what is open is the regular file that was stamped. Dear (some 15 µs), so asked in doubt only. */
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
