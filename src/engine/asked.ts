/**
 * Owns who is waited for: what somebody has asked and not been answered yet, whichever thread is to do it.
 * @module
 */

/** What is asked at this moment. */
export interface Asked {
  /** Whether anything is: what can wait does. */
  anything(): boolean;
  /** Whether a search is, which whatever is taken into memory serves. */
  search(): boolean;
}

/** Nobody waits for anything. */
export const NOTHING_ASKED: Asked = { anything: () => false, search: () => false };

/**
 * What is asked, counted where all threads see it.
 *
 * @example
 * ```ts
 * const asked = new AskedCounts(AskedCounts.shared());
 * const over = asked.begin(true);
 * [asked.anything(), asked.search()]; // [true, true]
 * over();
 * ```
 */
export class AskedCounts implements Asked {
  /** @param counts of all questions, and of searches; shared by all threads */
  constructor(readonly counts: Int32Array) {}

  /** Counts for all threads to share. */
  static shared(): Int32Array {
    return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  }

  /** Something is asked; to be called once it is answered. */
  begin(isSearch: boolean): () => void {
    this.#add(1, isSearch);
    return () => this.#add(-1, isSearch);
  }

  anything(): boolean {
    return Atomics.load(this.counts, 0) > 0;
  }

  search(): boolean {
    return Atomics.load(this.counts, 1) > 0;
  }

  #add(count: number, isSearch: boolean): void {
    Atomics.add(this.counts, 0, count);
    if (isSearch) Atomics.add(this.counts, 1, count);
  }
}
