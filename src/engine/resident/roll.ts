/**
 * Owns what is known of a whole array of files at once, so that a question about all of them need not go
 * from file to file.
 * @module
 */
import type { FoundEntry } from "../found_entry.ts";
import type { Currency } from "./currency.ts";
import { isText, type Resident } from "./resident.ts";
import { isFew, type Needles, type Run, runsOf, scanRun, type Sifted, siftOne, wantedIn } from "./sieve.ts";
import { Signed } from "./signatures.ts";

/** Files of which all was known and nothing has changed since. */
export class Roll {
  /** Indices of what is no text in memory. */
  readonly others: readonly number[];
  /** Bytes of the largest file. */
  readonly largest: number;
  readonly #kinds: readonly Kind[];
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
    const runs = runsOf(residents, contents, asTheyLie);
    this.#kinds = (["ascii", "utf8"] as const).map((kind) => {
      const own = runs.filter((run) => run.kind === kind);
      return { kind, runs: own, indices: own.flatMap(({ indices }) => indices) };
    });
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
   * Marks with 1 in `hits` the texts that may hold a match; with a step now and then.
   * @param question the one that asks: what is sifted counts as used by it
   */
  *sift(needles: Needles, hits: Uint8Array, question: number): Generator<void, void, void> {
    const { residents, sifted: { contents } } = this;
    for (const kind of this.#kinds) {
      const { runs, indices } = kind, wanted = wantedIn(kind.kind, needles);
      for (const run of runs) contents.touch(residents[run.indices[0]].at, question);
      // Of all texts of a kind at once: where some have gone or changed, runs are of a few texts each.
      const suspects = wanted && this.#signedOf(kind).suspects(wanted);
      if (wanted === undefined || suspects === undefined || !isFew(suspects.length, indices.length)) {
        for (const run of runs) yield scanRun(contents, wanted, residents, run, hits);
        continue;
      }
      yield;
      for (const [n, place] of suspects.entries()) {
        contents.aim(wanted);
        siftOne(contents, residents[indices[place]], indices[place], hits);
        if (n % STEP === STEP - 1) yield;
      }
    }
  }

  #signedOf(kind: Kind): Signed {
    if (kind.signed?.holds !== true) {
      kind.signed = new Signed(kind.indices.map((i) => this.residents[i]), this.sifted.signatures);
    }
    return kind.signed;
  }
}

/** Suspects between two steps. */
const STEP = 64;

/** The texts of one kind. */
interface Kind {
  readonly kind: Run["kind"];
  /** As they lie in memory. */
  readonly runs: readonly Run[];
  /** All of them. */
  readonly indices: readonly number[];
  signed?: Signed;
}
