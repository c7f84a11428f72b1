/**
 * Tells which texts can hold a match: those in which the kernel finds one of the query's needles.
 * @module
 */
import type { Needle } from "../kernel/kernel.ts";
import type { Contents } from "./contents.ts";
import type { Resident } from "./resident.ts";

/** What every match holds at least one of; absent: nothing worth looking for. */
export interface Needles {
  /** In texts of pure ASCII. */
  readonly ascii?: readonly Needle[];
  /** In any other UTF-8, valid or not. */
  readonly unicode?: readonly Needle[];
}

/** Sifts texts for one query. */
export class Sieve {
  constructor(readonly contents: Contents, readonly needles: Needles) {}

  /**
   * 1 for each text that may hold a match, 0 for each that can't (or is no text).
   * @param question the one that asks: what is sifted counts as used by it
   */
  sift(texts: readonly (Resident | undefined)[], question: number): Uint8Array {
    const hits = new Uint8Array(texts.length);
    this.#pass(texts, "ascii", this.needles.ascii, hits, question);
    this.#pass(texts, "utf8", this.needles.unicode, hits, question);
    return hits;
  }

  #pass(
    texts: readonly (Resident | undefined)[],
    kind: Resident["kind"],
    needles: readonly Needle[] | undefined,
    hits: Uint8Array,
    question: number,
  ): void {
    const those: number[] = [];
    for (let i = 0; i < texts.length; i++) if (texts[i]?.kind === kind) those.push(i);
    if (those.length === 0) return;
    if (needles === undefined) {
      for (const i of those) hits[i] = 1;
      return;
    }
    this.contents.kernel.aim(needles);
    for (let k = 0; k < those.length;) k = this.#run(texts, those, k, hits, question);
  }

  /** Sifts texts that lie one behind the other from `those[first]` on; where the next run begins. */
  #run(
    texts: readonly (Resident | undefined)[],
    those: readonly number[],
    first: number,
    hits: Uint8Array,
    question: number,
  ): number {
    const { kernel } = this.contents;
    const start = texts[those[first]];
    if (start === undefined) return first + 1;
    let last = start, next = first + 1;
    for (; next < those.length; next++) {
      const text = texts[those[next]];
      if (text === undefined || !this.contents.adjoin(last, text)) break;
      last = text;
    }
    this.contents.touch(start.at, question);
    let k = first;
    for (let at = kernel.find(start.at, last.end); at >= 0;) {
      let text = texts[those[k]];
      while (text !== undefined && text.end <= at) text = texts[those[++k]];
      if (text === undefined) break;
      // What begins between two texts is in neither; what begins in one may end behind it, and does no harm.
      const isInside = text.at <= at;
      if (isInside) hits[those[k]] = 1;
      if (isInside && text === last) break;
      at = kernel.find(isInside ? text.end : text.at, last.end);
    }
    return next;
  }
}
