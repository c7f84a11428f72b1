/**
 * A file open for reading as text: its encoding, and pieces of limited size.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { decoderFor, decodeText, probeEncoding } from "./encoding.ts";
import { detectEncoding } from "./detect_encoding.ts";
import { readFully } from "./read_fully.ts";
import { asciiText, toDisplayText } from "./utf8.ts";

/** Bytes from which the encoding of a file that is not UTF-8 is detected. */
const SAMPLE_BYTES = 64 * 1024;
/** How far beyond its size at opening a file that grows, or has no size, is read. */
const MAX_GROWTH_BYTES = 64 * 1024;

/** One open file. Blocks and pieces have the requested start and length, unless the file ends before. */
export class TextFile {
  /** In bytes, at opening. */
  readonly size: number;
  /** WHATWG name. A byte-order mark takes precedence over a label. */
  readonly encoding: string;
  /** Bytes of the byte-order mark. */
  readonly markLength: number;
  readonly #binary: boolean;

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
    this.#binary = probe.binary && label === undefined;
  }

  /** Reads the block at `at`. It is valid until the next call, or until other tasks run. */
  readBlock(at: number, end = Infinity): Uint8Array {
    return readFully(this.file, this.bufferFor(Math.min(this.blockBytes, end - at), at), at);
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
   * @throws ToolError `binary` if the part and the file's head both have a NUL
   */
  displayText(bytes: Uint8Array): string {
    if (this.#binary && asciiText(bytes).includes("\0")) {
      const params = { path: this.shown, size: this.size }, encoding = this.detectedEncoding();
      throw encoding === undefined
        ? new ToolError("binary", params)
        : new ToolError("no_mark", { ...params, encoding });
    }
    return toDisplayText(decodeText(bytes, this.encoding).text);
  }

  /** The label of the encoding in which the file's beginning is text. */
  detectedEncoding(): string | undefined {
    return detectEncoding(this.readPiece(0, SAMPLE_BYTES));
  }
}
