/**
 * Rows of offsets.
 * @module
 */

/** Tells the rows of offsets that are asked in ascending order, in one pass over the text. */
export class TextRows {
  #row = 0;
  #nextBreak: number;

  constructor(private readonly text: string) {
    this.#nextBreak = text.indexOf("\n");
  }

  /** The row of an offset, not below the one asked before. Rows count from 0. */
  at(offset: number): number {
    while (this.#nextBreak >= 0 && this.#nextBreak < offset) {
      this.#row++;
      this.#nextBreak = this.text.indexOf("\n", this.#nextBreak + 1);
    }
    return this.#row;
  }
}
