/**
 * A file open for reading as text: its encoding, and pieces of it of bounded size.
 * @module
 */
import type { OpenFile } from "../door/door.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/tool_error.ts";
import { decodeText, pickDecoder, probe } from "./encoding.ts";
import { likelyEncoding } from "./likely_encoding.ts";
import { readInto } from "./read_into.ts";
import { asciiText, shownText } from "./text.ts";

/** Bytes that are looked at for the encoding of a file that is no UTF-8. */
const PROBED = 64 * 1024;
/** How much more than its size at opening may be read of a file that grows, or that has no size. */
const GROWTH = 64 * 1024;

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
   * @param room gives that many bytes for what is at `offset`, where units have even addresses as they have in the
   * file, for the time until others have their turn
   * @throws ToolError `encoding` for an unknown label
   */
  constructor(
    readonly file: OpenFile,
    readonly shown: string,
    label: string | undefined,
    readonly blockBytes: number,
    readonly room: (bytes: number, offset: number) => Uint8Array,
  ) {
    const forced = pickDecoder(label).encoding;
    const found = probe(this.piece(0, LIMITS.binaryProbe));
    this.size = file.stamp.size;
    this.markLength = found.markLength;
    this.encoding = found.markLength > 0 ? found.encoding : forced;
    this.#binary = found.binary && label === undefined;
  }

  /** The block at `at`; the next call overwrites it, and so does whoever has the next turn. */
  block(at: number, end = Infinity): Uint8Array {
    return readInto(this.file, this.room(Math.min(this.blockBytes, end - at), at), at);
  }

  /** A piece of its own memory. */
  piece(at: number, length: number): Uint8Array {
    // Far beyond the end some systems say that there is no such place, not that there is nothing.
    if (at > this.file.stamp.size + GROWTH) return new Uint8Array(0);
    const here = Math.max(0, this.file.stamp.size - at) + GROWTH;
    return readInto(this.file, new Uint8Array(Math.min(length, here)), at);
  }

  /**
   * The text of part of this file, as it may be shown.
   * @throws ToolError `binary` when the part and the file's head both have a NUL
   */
  shownPart(bytes: Uint8Array): string {
    if (this.#binary && asciiText(bytes).includes("\0")) {
      const said = { path: this.shown, size: this.size }, encoding = this.likelyEncoding();
      throw encoding === undefined ? new ToolError("binary", said) : new ToolError("no_mark", { ...said, encoding });
    }
    return shownText(decodeText(bytes, this.encoding).text);
  }

  /** The label of the encoding in which the file's beginning is text. */
  likelyEncoding(): string | undefined {
    return likelyEncoding(this.piece(0, PROBED));
  }
}
