/**
 * Splits a byte stream into lines of bounded size, so that no client can make the server buffer more.
 * @module
 */

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
  /** The first `#size` bytes are an incomplete line. They are copies, since a view would keep the whole chunk. */
  #held = new Uint8Array();
  #size = 0;
  #head: Uint8Array | undefined;

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
    if (this.#size === 0 && last.length <= this.max) return { kind: "line", bytes: last };
    this.#buffer(last);
    const bytes = this.#held.subarray(0, this.#size), head = this.#head;
    this.#held = new Uint8Array();
    this.#size = 0;
    this.#head = undefined;
    return head === undefined ? { kind: "line", bytes } : { kind: "too_long", head, tail: bytes };
  }

  #buffer(part: Uint8Array): void {
    const held = this.#held.subarray(0, this.#size), size = held.length + part.length;
    if (size > this.max) {
      this.#head ??= concat(held.subarray(0, HEAD_BYTES), part.subarray(0, HEAD_BYTES)).slice(0, HEAD_BYTES);
    }
    if (this.#head === undefined) return this.#append(part, size);
    this.#held = concat(held.subarray(-TAIL_BYTES), part.subarray(-TAIL_BYTES)).slice(-TAIL_BYTES);
    this.#size = this.#held.length;
  }

  #append(part: Uint8Array, size: number): void {
    // The capacity doubles, since a line may arrive byte by byte.
    if (size > this.#held.length) this.#held = concat(this.#held.subarray(0, this.#size), new Uint8Array(size));
    this.#held.set(part, this.#size);
    this.#size = size;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
