/**
 * Owns finished findings: what a scope covers, as long as nothing it rests on has changed.
 * @module
 */
import type { Door, Listing, Stamp } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { Clock } from "../clock.ts";
import type { Finding } from "../finding.ts";
import { everyOf } from "../in_pieces.ts";
import type { Operation } from "../operation.ts";
import { SharedOperation } from "../shared_operation.ts";
import type { Currency, Question } from "./currency.ts";

/**
 * How it is known that a remembered listing is current: the directory was looked at in this question, or the
 * watcher would have told. A watcher does not tell everything that can become of a name: it hears of no link
 * that leads out of the roots. That is enough where links are neither sought nor followed.
 */
export type DirProof = "looked_at" | "told";

/** What is known of directories and rules now: of a Residence, what is asked here. */
interface Present {
  readonly door: Pick<Door, "holds">;
  readonly currency: Pick<Currency, "changes">;
  listing(dir: Place, question: Question, proof: DirProof): Listing | undefined;
  isTold(dir: Place): boolean;
}

/** Who asks: of a Job, what is asked here. */
interface Asking extends Pick<Clock, "due"> {
  readonly residence: Present;
  readonly question: Question;
}

/** A file of rules, or the place where one would be; those are looked at in every question. */
export interface RulesSeen {
  readonly place: Place;
  /** Absent: there is none. */
  readonly stamp?: Stamp;
}

/** A directory that was listed. */
interface ListingSeen {
  readonly dir: Place;
  readonly listing: Listing;
}

/** What a finding rests on. */
export interface Basis {
  readonly listings: readonly ListingSeen[];
  readonly rules: readonly RulesSeen[];
}

interface KnownFinding {
  readonly finding: Finding;
  readonly basis: Basis;
  /** The finding that this one adds to: without it, it is of no use. */
  readonly besides?: Finding;
  /** How many changes had been told when all directories were such as the watcher tells of. */
  readonly changes?: number;
}

/** Findings kept, the longest unused forgotten first. */
const FINDINGS = 16;

/** The finished findings of one thread, by what was asked. */
export class Findings {
  readonly #known = new Map<string, KnownFinding>();
  readonly #underway = new Map<string, SharedOperation<Finding>>();

  /** @param most entries in all findings kept; a larger finding is not kept */
  constructor(readonly most: number) {}

  /**
   * A finding that is current.
   * @param besides what it must add to
   */
  *find(key: string, job: Asking, proof: DirProof, besides?: Finding): Operation<Finding | undefined> {
    const known = this.#known.get(key), { residence } = job;
    if (known === undefined || known.besides !== besides) return undefined;
    const { finding, basis } = known;
    const { changes } = residence.currency;
    const unchanged = proof === "told" && known.changes === changes;
    if (!rulesHold(basis, residence)) return undefined;
    if (!unchanged && !(yield* everyOf(basis.listings, job, (seen) => isCurrent(seen, job, proof)))) return undefined;
    const told = unchanged || basis.listings.every(({ dir }) => residence.isTold(dir));
    // Meanwhile another may have found it anew, or all may have been forgotten.
    if (this.#known.get(key) === known) this.#put(key, { ...known, changes: told ? changes : undefined });
    return finding;
  }

  /** Finds what others may be waiting for: see `underway`. */
  *share(key: string, finding: Operation<Finding>): Operation<Finding> {
    const shared = new SharedOperation(finding);
    this.#underway.set(key, shared);
    try {
      return yield* shared.owned();
    } finally {
      this.#underway.delete(key);
    }
  }

  /** What is being found for another and can be pushed on; it is kept once it is finished. */
  underway(key: string): SharedOperation<Finding> | undefined {
    return this.#underway.get(key);
  }

  keep(key: string, finding: Finding, basis: Basis, besides?: Finding): void {
    this.#put(key, { finding, basis, besides });
  }

  #put(key: string, known: KnownFinding): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    let entries = 0;
    for (const { finding } of this.#known.values()) entries += entriesOf(finding);
    for (const [oldest, { finding }] of this.#known) {
      if (this.#known.size <= FINDINGS && entries <= this.most) return;
      this.#known.delete(oldest);
      entries -= entriesOf(finding);
    }
  }

  clear(): void {
    this.#known.clear();
  }
}

/** Entries that a finding holds on to. */
function entriesOf({ entries, leftOut }: Finding): number {
  return entries.length + leftOut.count;
}

function rulesHold({ rules }: Basis, { door }: Present): boolean {
  return rules.every(({ place, stamp }) => door.holds(place, stamp));
}

function isCurrent({ dir, listing }: ListingSeen, { residence, question }: Asking, proof: DirProof): boolean {
  return residence.listing(dir, question, proof) === listing;
}
