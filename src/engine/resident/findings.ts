/**
 * Owns finished findings: what a scope covers, as long as nothing it rests on has changed.
 * @module
 */
import type { Listing, Stamp } from "../../door/door.ts";
import type { Place } from "../../model/place.ts";
import type { Finding } from "../find.ts";
import type { Question } from "./currency.ts";
import type { Residence } from "./residence.ts";

/** A file of rules, or the place where one would be; those are looked at in every question. */
export interface RulesSeen {
  readonly place: Place;
  /** Absent: there is none. */
  readonly stamp?: Stamp;
}

/** What a finding rests on. */
export interface Basis {
  /** `Currency`'s counts from before it began. */
  readonly epochs: { readonly structure: number; readonly changes: number };
  /** It went by sizes, times or modes of files. */
  readonly byStamps: boolean;
  /** All its directories were watched. */
  readonly watched: boolean;
  readonly listings: readonly { readonly dir: Place; readonly listing: Listing }[];
  readonly rules: readonly RulesSeen[];
}

interface KnownFinding {
  readonly finding: Finding;
  readonly basis: Basis;
}

/** Findings kept, the longest unused forgotten first, and entries in all of them. */
const FINDINGS = 16;
const ENTRIES = 1_000_000;

/** The finished findings of one thread, by what was asked. */
export class Findings {
  readonly #known = new Map<string, KnownFinding>();

  /** A finding that is current. */
  find(key: string, residence: Residence, question: Question): Finding | undefined {
    const known = this.#known.get(key);
    if (known === undefined) return undefined;
    const basis = confirmed(known.basis, residence, question);
    if (basis === undefined) this.#known.delete(key);
    else this.keep(key, known.finding, basis);
    return basis && known.finding;
  }

  keep(key: string, finding: Finding, basis: Basis): void {
    this.#known.delete(key);
    this.#known.set(key, { finding, basis });
    let entries = 0;
    for (const { finding } of this.#known.values()) entries += finding.entries.length;
    for (const [oldest, { finding }] of this.#known) {
      if (this.#known.size <= FINDINGS && entries <= ENTRIES) return;
      this.#known.delete(oldest);
      entries -= finding.entries.length;
    }
  }

  clear(): void {
    this.#known.clear();
  }
}

/** The basis, if everything it says still holds; when its directories have come to be watched meanwhile, it says so. */
function confirmed(basis: Basis, residence: Residence, question: Question): Basis | undefined {
  const { currency, door } = residence;
  const { structure, changes } = currency;
  if (!basis.rules.every(({ place, stamp }) => door.holds(place, stamp))) return undefined;
  if (basis.byStamps) return basis.watched && basis.epochs.changes === changes ? basis : undefined;
  if (basis.watched && basis.epochs.structure === structure) return basis;
  if (!basis.listings.every(({ dir, listing }) => residence.listing(dir, question) === listing)) return undefined;
  const watched = basis.listings.every(({ dir }) => currency.isWatched(dir));
  return { ...basis, watched, epochs: { structure, changes } };
}
