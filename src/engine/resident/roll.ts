/**
 * Owns what is known of a whole array of files at once, so that a question about all of them need not go
 * from file to file.
 * @module
 */
import type { FoundEntry } from "../found_entry.ts";
import { ABSENT } from "./contents.ts";
import type { Currency } from "./currency.ts";
import { isText, type Resident } from "./resident.ts";
import {
  countOne,
  countRun,
  isFew,
  type Needles,
  type Run,
  runsOf,
  scanRun,
  type Sifted,
  siftOne,
  wantedIn,
} from "./sieve.ts";
import type { LineNeedlesByKind } from "../pattern/line_needles.ts";
import { Signed } from "./signatures.ts";

/** What is sought in all files of a roll, and what becomes of each. */
export interface Sifting {
  readonly needles: Needles;
  /** What decides lines, where no more than their number is wanted. */
  readonly lines?: LineNeedlesByKind;
  /** Lines of one file that are counted, at most. */
  readonly most: number;
  /** 1: has to be looked at. */
  readonly hits: Uint8Array;
  /** Its matching lines, where it has not. */
  readonly counts: Int32Array;
}

/** Files of which so many are not known; where there are more, it is better to go from file to file. */
const HOLES = 32;

/**
 * Files of which nearly all is known, and nothing has changed since.
 *
 * It is put in order when it is used: after each change there is another, which may never be.
 */
export class Roll {
  #order: Order | undefined;
  readonly #changes: number;
  readonly #removals: number;
  #members: Set<Resident | undefined> | undefined;

  /**
   * @param residents of the files, in their order, current in watched directories; a hole where that is not known
   */
  private constructor(
    readonly files: readonly FoundEntry[],
    readonly residents: readonly (Resident | undefined)[],
    readonly sifted: Sifted,
    readonly currency: Currency,
  ) {
    this.#changes = currency.changes;
    this.#removals = sifted.contents.removals;
  }

  /**
   * A roll of what is known and stays so until the watcher tells otherwise; undefined where that is too little.
   * @param find what is known of a file
   */
  static of(
    files: readonly FoundEntry[],
    find: (file: FoundEntry) => Resident | undefined,
    sifted: Sifted,
    currency: Currency,
  ): Roll | undefined {
    const residents: (Resident | undefined)[] = [];
    for (let i = 0, holes = 0; i < files.length; i++) {
      const file = find(files[i]), known = isLasting(file, sifted, currency) ? file : undefined;
      if (known === undefined && ++holes > HOLES) return undefined;
      residents.push(known);
    }
    return new Roll(files, residents, sifted, currency);
  }

  /** Indices of what is no text in memory. */
  get others(): readonly number[] {
    return this.#ordered.others;
  }

  /** Bytes of the largest file that is known. */
  get largest(): number {
    return this.#ordered.largest;
  }

  /** Some text has line breaks that are CR LF in its file. */
  get hasCrlf(): boolean {
    return this.#ordered.hasCrlf;
  }

  get #ordered(): Order {
    return this.#order ??= orderOf(this.residents, this.sifted);
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

  /** Puts it in order, with a step between the parts of that. */
  *prepare(): Generator<void, void, void> {
    for (const kind of this.#ordered.kinds) {
      yield;
      this.#signedOf(kind);
    }
  }

  /**
   * Marks in `sifting.hits` the texts that may hold a match, or counts the lines that have one in its `counts` where
   * bytes decide; with a step now and then.
   * @param question the one that asks: what is sifted counts as used by it
   */
  *sift(sifting: Sifting, question: number): Generator<void, void, void> {
    const { residents, sifted: { contents } } = this, { hits, counts, most } = sifting;
    for (const kind of this.#ordered.kinds) {
      const { runs, indices } = kind, wanted = wantedIn(kind.kind, sifting.needles);
      const lines = kind.kind === "ascii" ? sifting.lines?.ascii : sifting.lines?.unicode;
      for (const { indices: [first] } of runs) contents.touch(residents[first]?.at ?? ABSENT, question);
      // Of all texts of a kind at once: where some have gone or changed, runs are of a few texts each.
      const suspects = wanted && this.#signedOf(kind).suspects(wanted);
      if (wanted === undefined || suspects === undefined || !isFew(suspects.length, indices.length)) {
        for (const run of runs) {
          if (lines === undefined) scanRun(contents, wanted, residents, run, hits);
          else countRun(contents, lines, residents, run, most, counts);
          yield;
        }
        continue;
      }
      yield;
      for (const [n, place] of suspects.entries()) {
        const i = indices[place];
        if (lines !== undefined) countOne(contents, lines, residents[i], i, most, counts);
        else {
          contents.aim(wanted);
          siftOne(contents, residents[i], i, hits);
        }
        if (n % STEP === STEP - 1) yield;
      }
    }
  }

  #signedOf(kind: Kind): Signed {
    if (kind.signed?.holds !== true) {
      const texts = kind.indices.map((i) => this.residents[i]).filter((text) => text !== undefined);
      kind.signed = new Signed(texts, this.sifted.signatures);
    }
    return kind.signed;
  }
}

/** Whether the watcher would tell if a file's content were another, and its text stays where it is. */
function isLasting(file: Resident | undefined, { contents }: Sifted, currency: Currency): file is Resident {
  return file !== undefined && currency.isSeen(file.seen) && (!isText(file) || contents.isKept(file));
}

/** Files as they are gone through. */
interface Order {
  readonly others: readonly number[];
  readonly largest: number;
  readonly hasCrlf: boolean;
  readonly kinds: readonly Kind[];
}

function orderOf(files: Roll["residents"], { contents }: Sifted): Order {
  const addressOf = (i: number) => files[i]?.at ?? ABSENT;
  const asTheyLie = [...files.keys()].sort((a, b) => addressOf(a) - addressOf(b));
  const runs = runsOf(files, contents, asTheyLie);
  return {
    others: files.flatMap((file, i) => file !== undefined && isText(file) ? [] : [i]),
    largest: files.reduce((most, file) => Math.max(most, file?.size ?? 0), 0),
    hasCrlf: files.some((file) => file !== undefined && file.crlf !== "none"),
    kinds: (["ascii", "utf8"] as const).map((kind) => {
      const own = runs.filter((run) => run.kind === kind);
      return { kind, runs: own, indices: own.flatMap(({ indices }) => indices) };
    }),
  };
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
