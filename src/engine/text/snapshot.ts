/**
 * A small file as it is at one moment, so that its content, size and line count belong together though
 * others write to it meanwhile.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";

/** Files up to so many bytes are taken into memory. */
const MAX_SNAPSHOT_BYTES = 2 ** 20;
/** Room for what was added since the file was opened; files without a size (as in /proc) may have this much. */
const MAX_GROWTH_BYTES = 64 * 1024;

/** The file itself where it is large; else what it is now, in memory. `close` closes the file. */
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

/** One call reads all of a regular file; what has no size comes in pieces. Nothing where there is no end to it. */
function contentOf(file: OpenFile): Uint8Array | undefined {
  const bytes = new Uint8Array(file.stamp.size + MAX_GROWTH_BYTES);
  let filled = file.read(bytes, 0);
  while (file.stamp.size === 0 && filled < bytes.length) {
    const count = file.read(bytes.subarray(filled), filled);
    if (count <= 0) break;
    filled += count;
  }
  return filled === bytes.length ? undefined : bytes.subarray(0, filled);
}
