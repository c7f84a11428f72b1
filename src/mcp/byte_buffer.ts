/** Collects chunks of bytes. They are copied, since a view of one would keep all of it in memory. */
export class ByteBuffer {
  size = 0;
  #held = new Uint8Array();

  /** The bytes so far. They are valid until the next `push`. */
  get bytes(): Uint8Array {
    return this.#held.subarray(0, this.size);
  }

  /** Appends a copy. The capacity doubles, since the bytes may come one by one. */
  push(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    if (size > this.#held.length) this.#held = new Uint8Array(this.#held.buffer.transfer(2 * size));
    this.#held.set(chunk, this.size);
    this.size = size;
  }
}
