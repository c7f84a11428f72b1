/**
 * Splits a byte stream into lines of bounded size, so that no client can make the server buffer more.
 * @module
 */
import { ByteBuffer } from "../byte_buffer.ts";

/** The ends of a line, one of which holds the id of its request. */
export interface LineEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** A whole line, or the ends of one that was too long to keep. */
export type Line = { readonly kind: "line"; readonly bytes: Uint8Array } | { readonly kind: "too_long" } & LineEnds;

/** The sizes of a line's ends. */
const HEAD_BYTES = 4096, TAIL_BYTES = 256;
const NEWLINE = 10;

/** The ends of a line. */
export function lineEnds(line: Line): LineEnds {
  return line.kind === "too_long"
    ? line
    : { head: line.bytes.subarray(0, HEAD_BYTES), tail: line.bytes.subarray(-TAIL_BYTES) };
}

/** Collects chunks and yields lines without their line feeds. */
export class LineSplitter {
  /** An incomplete line; of one that is too long, only its ends are kept. */
  #line = new ByteBuffer();
  #ends: LineEnds | undefined;

  /** @param max bytes of the longest line that is yielded whole */
  constructor(readonly max: number) {}

  /** Yields the lines that `chunk` completes. A line inside one chunk is a view of it. */
  *push(chunk: Uint8Array): Generator<Line, void, void> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      yield this.#finish(chunk.subarray(from, at));
      from = at + 1;
    }
    this.#buffer(chunk.subarray(from));
  }

  #finish(last: Uint8Array): Line {
    if (this.#line.size === 0 && this.#ends === undefined && last.length <= this.max) {
      return { kind: "line", bytes: last };
    }
    this.#buffer(last);
    const { bytes } = this.#line, ends = this.#ends;
    this.#line = new ByteBuffer();
    this.#ends = undefined;
    return ends === undefined ? { kind: "line", bytes } : { kind: "too_long", ...ends };
  }

  #buffer(part: Uint8Array): void {
    const { head, tail } = this.#ends ?? { head: this.#line.bytes, tail: this.#line.bytes };
    if (this.#ends === undefined && this.#line.size + part.length <= this.max) return this.#line.push(part);
    this.#ends = {
      head: concat(head.subarray(0, HEAD_BYTES), part.subarray(0, HEAD_BYTES)).slice(0, HEAD_BYTES),
      tail: concat(tail.subarray(-TAIL_BYTES), part.subarray(-TAIL_BYTES)).slice(-TAIL_BYTES),
    };
    this.#line = new ByteBuffer();
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
