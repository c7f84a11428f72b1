/**
 * A snapshot of a small file, so that its content, size and line count agree although other processes write to it.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import { readFully } from "./read_fully.ts";

/** Larger files are not copied. */
const MAX_SNAPSHOT_BYTES = 2 ** 20;
/** Room for growth since the file was opened. A file without a size (as in /proc) may have this much. */
const MAX_GROWTH_BYTES = 64 * 1024;

/** A copy of the file in memory, or the file itself if it is large. `close` closes the file. */
export function snapshotOf(file: OpenFile): OpenFile {
  if (file.stamp.size > MAX_SNAPSHOT_BYTES) return file;
  const bytes = contentOf(file);
  if (bytes === undefined) return file;
  return {
    stamp: { ...file.stamp, size: bytes.length },
    read(into, at) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    close: () => file.close(),
  };
}

/** One call reads a regular file; a file without a size comes in pieces. Undefined if it has no end. */
function contentOf(file: OpenFile): Uint8Array | undefined {
  const bytes = new Uint8Array(file.stamp.size + MAX_GROWTH_BYTES);
  const filled = file.stamp.size === 0 ? readFully(file, bytes, 0).length : file.read(bytes, 0);
  return filled === bytes.length ? undefined : bytes.subarray(0, filled);
}
