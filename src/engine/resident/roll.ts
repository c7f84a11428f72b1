/**
 * Owns what is known of a whole array of files at once, so that a question about all of them need not go
 * from file to file.
 * @module
 */
import type { FoundEntry } from "../found_entry.ts";
import type { Currency } from "./currency.ts";
import { isText, type Resident } from "./resident.ts";
import { type Needles, type Run, runsOf, type Sifted, siftRun } from "./sieve.ts";
import { Signed } from "./signatures.ts";

/** Files of which all was known and nothing has changed since. */
export class Roll {
  /** Indices of what is no text in memory. */
  readonly others: readonly number[];
  /** Bytes of the largest file. */
  readonly largest: number;
  readonly #runs: readonly Run[];
  readonly #signed: Signed[] = [];
  readonly #changes: number;
  readonly #removals: number;
  #members: Set<Resident> | undefined;

  /** @param residents of the files, in their order, all of them current in watched directories */
  constructor(
    readonly files: readonly FoundEntry[],
    readonly residents: readonly Resident[],
    readonly sifted: Sifted,
    readonly currency: Currency,
  ) {
    const { contents } = sifted;
    this.#changes = currency.changes;
    this.#removals = contents.removals;
    this.others = residents.flatMap((file, i) => isText(file) ? [] : [i]);
    this.largest = residents.reduce((most, { size }) => Math.max(most, size), 0);
    const asTheyLie = [...residents.keys()].sort((a, b) => residents[a].at - residents[b].at);
    this.#runs = runsOf(residents, contents, asTheyLie);
  }

  /** Nothing has changed since, and all is still in memory. */
  get holds(): boolean {
    return this.#changes === this.currency.changes && this.isInMemory;
  }

  /** All texts are still where they were. */
  get isInMemory(): boolean {
    return this.#removals === this.sifted.contents.removals;
  }

  /** Whether it holds just this content of a file. */
  has(file: Resident): boolean {
    this.#members ??= new Set(this.residents);
    return this.#members.has(file);
  }

  /**
   * Marks with 1 in `hits` the texts that may hold a match; with a step after each run of them.
   * @param question the one that asks: what is sifted counts as used by it
   */
  *sift(needles: Needles, hits: Uint8Array, question: number): Generator<void, void, void> {
    for (const [i, run] of this.#runs.entries()) {
      siftRun(this.sifted, needles, this.residents, run, hits, (wanted) => this.#signedIn(i).suspects(wanted));
      this.sifted.contents.touch(this.residents[run.indices[0]].at, question);
      yield;
    }
  }

  #signedIn(run: number): Signed {
    const known = this.#signed[run];
    if (known?.holds) return known;
    const texts = this.#runs[run].indices.map((i) => this.residents[i]);
    return this.#signed[run] = new Signed(texts, this.sifted.signatures);
  }
}
