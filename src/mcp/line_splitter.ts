/**
 * Cuts a byte stream into lines of bounded size, so that no client can make the server hold more.
 * @module
 */

/** A whole line, or what is left to identify one that was too long to keep. */
export type Line =
  | { readonly kind: "line"; readonly bytes: Uint8Array }
  | { readonly kind: "too_long"; readonly head: Uint8Array; readonly tail: Uint8Array };

/** What is kept of a line that is too long: a request's id stands at one of its ends. */
const KEPT_HEAD = 4096;
const KEPT_TAIL = 256;
const NEWLINE = 10;

/** Collects chunks and gives out lines, without their line feed. */
export class LineSplitter {
  #parts: Uint8Array[] = [];
  #size = 0;
  #head: Uint8Array | undefined;

  /** @param max bytes of the longest line that is given out whole */
  constructor(readonly max: number) {}

  /** The lines that `chunk` completes. */
  *push(chunk: Uint8Array): Generator<Line, void, void> {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, at));
      yield this.#finish();
      from = at + 1;
    }
    this.#take(chunk.subarray(from));
  }

  #take(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#size <= this.max) return;
    const all = joined(this.#parts, this.#size);
    this.#head ??= all.slice(0, KEPT_HEAD);
    this.#restart(all.slice(-KEPT_TAIL));
  }

  #finish(): Line {
    const rest = joined(this.#parts, this.#size);
    const head = this.#head;
    this.#head = undefined;
    this.#restart();
    if (head === undefined) return { kind: "line", bytes: rest };
    return { kind: "too_long", head, tail: rest.slice(-KEPT_TAIL) };
  }

  #restart(...parts: Uint8Array[]): void {
    this.#parts = parts;
    this.#size = parts.reduce((sum, part) => sum + part.length, 0);
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
