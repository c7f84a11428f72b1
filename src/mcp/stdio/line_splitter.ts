/**
 * Cuts a byte stream into lines of bounded size, so that no client can make the server hold more.
 * @module
 */

/** Where the id of a request stands, whatever else is in its line. */
export interface LineEnds {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** A whole line, or what is left to identify one that was too long to keep. */
export type Line = { readonly kind: "line"; readonly bytes: Uint8Array } | { readonly kind: "too_long" } & LineEnds;

/** Bytes of the ends of a line. */
const HEAD_BYTES = 4096, TAIL_BYTES = 256;
const NEWLINE = 10;

/** The ends of a line. */
export function lineEnds(line: Line): LineEnds {
  return line.kind === "too_long"
    ? line
    : { head: line.bytes.subarray(0, HEAD_BYTES), tail: line.bytes.subarray(-TAIL_BYTES) };
}

/** Collects chunks and gives out lines, without their line feed. */
export class LineSplitter {
  /** Its first `#size` bytes are what has come of a line; copied, since a byte of a chunk would keep all of that. */
  #held = new Uint8Array();
  #size = 0;
  #head: Uint8Array | undefined;

  /** @param max bytes of the longest line that is given out whole */
  constructor(readonly max: number) {}

  /** The lines that `chunk` completes; one that lies in it is a part of it. */
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
    // Twice as much each time: a line may come byte by byte.
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
