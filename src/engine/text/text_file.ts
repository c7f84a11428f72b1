/**
 * A file open for reading as text: its encoding, and pieces of limited size.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { detectEncoding, MAX_SAMPLE_BYTES } from "./detect_encoding.ts";
import { type BinaryKind, decoderFor, decodeText, probeEncoding, toDisplayText } from "./encoding.ts";

/** Reads from byte `at` until `into` is full or the file ends. @returns the filled part */
export function readFully(file: OpenFile, into: Uint8Array, at: number): Uint8Array {
  let filled = 0;
  while (filled < into.length) {
    const count = file.read(into.subarray(filled), at + filled);
    if (count === 0) break;
    filled += count;
  }
  return into.subarray(0, filled);
}

/** Why nothing of a file is shown. */
export function binaryError(kind: BinaryKind, path: string, size: number): ToolError {
  return kind === "binary"
    ? new ToolError("binary", { path, size })
    : new ToolError("no_mark", { path, size, encoding: kind });
}

/** Larger files are not copied. */
const MAX_SNAPSHOT_BYTES = 2 ** 20;
/** How far beyond its size at opening a file that grows is read. A file without a size (as in /proc) may have this much. */
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

/** One open file. Blocks and pieces have the requested start and length, unless the file ends before. */
export class TextFile {
  /** In bytes, at opening. */
  readonly size: number;
  /** WHATWG name. A byte-order mark takes precedence over a label. */
  readonly encoding: string;
  /** Bytes of the byte-order mark. */
  readonly markLength: number;
  readonly #binary: BinaryKind | undefined;

  /**
   * @param shown the path, for errors
   * @param blockBytes bytes of a block, even
   * @param bufferFor returns a buffer of that many bytes, valid until other tasks run. The unit at an even `offset` of
   * the file has an even address in it
   * @throws ToolError `encoding` for an unknown label
   */
  constructor(
    readonly file: OpenFile,
    readonly shown: string,
    label: string | undefined,
    readonly blockBytes: number,
    readonly bufferFor: (bytes: number, offset: number) => Uint8Array,
  ) {
    const forced = decoderFor(label).encoding;
    const probe = probeEncoding(this.readPiece(0, LIMITS.binaryProbe));
    this.size = file.stamp.size;
    this.markLength = probe.markLength;
    this.encoding = probe.markLength > 0 ? probe.encoding : forced;
    this.#binary = label === undefined ? probe.binary : undefined;
  }

  /** Reads a block of up to `most` bytes. It is valid until the next call, or until other tasks run. */
  readBlock(at: number, most = Infinity): Uint8Array {
    return readFully(this.file, this.bufferFor(Math.min(this.blockBytes, most), at), at);
  }

  /** Reads a piece into memory of its own. */
  readPiece(at: number, length: number): Uint8Array {
    // Far beyond the end some systems report an error instead of no bytes.
    if (at > this.file.stamp.size + MAX_GROWTH_BYTES) return new Uint8Array(0);
    const available = Math.max(0, this.file.stamp.size - at) + MAX_GROWTH_BYTES;
    return readFully(this.file, new Uint8Array(Math.min(length, available)), at);
  }

  /**
   * Decodes part of this file for display.
   * @throws ToolError `binary` or `no_mark` if the part and the file's head both have a NUL
   */
  displayText(bytes: Uint8Array): string {
    if (this.#binary !== undefined && bytes.includes(0)) throw binaryError(this.#binary, this.shown, this.size);
    return toDisplayText(decodeText(bytes, this.encoding).text);
  }

  /** The label of the encoding in which the file's beginning is text. */
  detectedEncoding(): string | undefined {
    return detectEncoding(this.readPiece(0, MAX_SAMPLE_BYTES));
  }
}
