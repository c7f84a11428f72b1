/**
 * A file open for reading as text: its encoding, and pieces of it of bounded size.
 * @module
 */
import type { OpenFile } from "../../door/door.ts";
import { LIMITS } from "../../model/limits.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { decoderFor, decodeText, probeEncoding } from "./encoding.ts";
import { detectEncoding } from "./detect_encoding.ts";
import { readFully } from "./read_fully.ts";
import { asciiText, toDisplayText } from "./utf8.ts";

/** Bytes that are looked at for the encoding of a file that is no UTF-8. */
const SAMPLE_BYTES = 64 * 1024;
/** How much more than its size at opening may be read of a file that grows, or that has no size. */
const MAX_GROWTH_BYTES = 64 * 1024;

/** One open file. Its pieces start where asked and are as long as asked, or end where the file does. */
export class TextFile {
  /** Bytes, at opening. */
  readonly size: number;
  /** WHATWG name. A byte-order mark counts for more than a label. */
  readonly encoding: string;
  /** Bytes of the byte-order mark. */
  readonly markLength: number;
  readonly #binary: boolean;

  /**
   * @param shown the path, for errors
   * @param blockBytes bytes of a block, even
   * @param bufferFor gives that many bytes for what is at `offset`, where units have even addresses as they have in the
   * file, for the time until others have their turn
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
    const found = probeEncoding(this.readPiece(0, LIMITS.binaryProbe));
    this.size = file.stamp.size;
    this.markLength = found.markLength;
    this.encoding = found.markLength > 0 ? found.encoding : forced;
    this.#binary = found.binary && label === undefined;
  }

  /** The block at `at`; the next call overwrites it, and so does whoever has the next turn. */
  readBlock(at: number, end = Infinity): Uint8Array {
    return readFully(this.file, this.bufferFor(Math.min(this.blockBytes, end - at), at), at);
  }

  /** A piece of its own memory. */
  readPiece(at: number, length: number): Uint8Array {
    // Far beyond the end some systems say that there is no such place, not that there is nothing.
    if (at > this.file.stamp.size + MAX_GROWTH_BYTES) return new Uint8Array(0);
    const here = Math.max(0, this.file.stamp.size - at) + MAX_GROWTH_BYTES;
    return readFully(this.file, new Uint8Array(Math.min(length, here)), at);
  }

  /**
   * The text of part of this file, as it may be shown.
   * @throws ToolError `binary` when the part and the file's head both have a NUL
   */
  displayText(bytes: Uint8Array): string {
    if (this.#binary && asciiText(bytes).includes("\0")) {
      const said = { path: this.shown, size: this.size }, encoding = this.detectedEncoding();
      throw encoding === undefined ? new ToolError("binary", said) : new ToolError("no_mark", { ...said, encoding });
    }
    return toDisplayText(decodeText(bytes, this.encoding).text);
  }

  /** The label of the encoding in which the file's beginning is text. */
  detectedEncoding(): string | undefined {
    return detectEncoding(this.readPiece(0, SAMPLE_BYTES));
  }
}
