/**
 * What is read through the door: a regular file that is open, and the entries of a directory.
 * @module
 */
import type { SkipKind, Skipped } from "../model/completeness.ts";
import type { EntryKind } from "../model/place.ts";
import { accessFault, toolErrorOf } from "./access_error.ts";
import type { DirEntry, Listing, OpenFile, Stamp } from "./door.ts";
import { kindOf, type Syscalls } from "./syscalls.ts";

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

/** Deno puts this character in place of bytes that are not Unicode. */
const REPLACEMENT_CHAR = "\ufffd";

/**
 * The entries of a directory whose names find them again, and a count of the others.
 * @param kindOfName the kind of the entry with this very name; undefined if there is none
 * @param isName whether the system reads a name as it is written; absent: always
 */
export function entriesOf(
  listed: Iterable<Deno.DirEntry>,
  kindOfName: (name: string) => EntryKind | undefined,
  isName?: (name: string) => boolean,
): Pick<Listing, "entries" | "skipped"> {
  const entries: DirEntry[] = [], replaced = new Set<string>(), skipped: Skipped = {};
  const skip = (kind: SkipKind) => skipped[kind] = (skipped[kind] ?? 0) + 1;
  for (const entry of listed) {
    const { name } = entry, isReplaced = name.includes(REPLACEMENT_CHAR);
    // Of several entries listed with the same name only one can be found.
    const kind = !isReplaced ? kindOf(entry) : replaced.has(name) ? undefined : kindOfName(name);
    if (kind === undefined) skip("undecodable_name");
    else if (isName?.(name) === false) skip("reserved_name");
    else entries.push({ name, kind });
    if (isReplaced) replaced.add(name);
  }
  return { entries, skipped };
}
