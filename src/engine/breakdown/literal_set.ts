/**
 * Finds which of many plain texts a line contains.
 * @module
 */
import { escapeRegex } from "../../model/escape_regex.ts";

/**
 * Texts that are looked for one by one. All places of three in a line of 1.6 MB took 50 ms, the first of each takes 1.
 */
const FEW = 8;

/**
 * Plain texts, each with a number. Of more than a few, one expression finds the places where some text begins, and a
 * table tells which ones do.
 *
 * @example
 * ```ts
 * const set = new LiteralSet(true), found = new Set<number>();
 * set.add("TODO", 1);
 * set.add("do it", 2);
 * set.find("todo it", found);
 * [...found]; // [1, 2]
 * ```
 */
export class LiteralSet {
  /** Numbers by text; texts that differ only by case are the same if case is ignored. */
  readonly #numbers = new Map<string, number[]>();
  #lengths: readonly number[] = [];
  #regex: RegExp | undefined;

  /** @param ignoreCase only for texts of ASCII: other letters have several forms */
  constructor(readonly ignoreCase: boolean) {}

  /** Adds a text, which is not empty. */
  add(text: string, number: number): void {
    const folded = this.#fold(text);
    this.#numbers.set(folded, [...this.#numbers.get(folded) ?? [], number]);
    this.#regex = undefined;
  }

  /** Adds the numbers of the texts in `line` to `found`. */
  find(line: string, found: Set<number>): void {
    if (this.#numbers.size === 0) return;
    const text = this.#fold(line);
    if (this.#numbers.size <= FEW) return this.#findEach(text, found);
    const regex = this.#regex ??= this.#compile();
    regex.lastIndex = 0;
    for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
      this.#addAt(text, match.index, found);
      regex.lastIndex = match.index + 1;
    }
  }

  #findEach(text: string, found: Set<number>): void {
    for (const [literal, numbers] of this.#numbers) {
      for (const number of text.includes(literal) ? numbers : []) found.add(number);
    }
  }

  #addAt(text: string, start: number, found: Set<number>): void {
    for (const length of this.#lengths) {
      for (const number of this.#numbers.get(text.slice(start, start + length)) ?? []) found.add(number);
    }
  }

  #compile(): RegExp {
    const texts = [...this.#numbers.keys()];
    this.#lengths = [...new Set(texts.map(({ length }) => length))];
    return new RegExp(texts.map(escapeRegex).join("|"), "g");
  }

  /** Beyond ASCII, only ſ and the Kelvin sign are forms of its letters. */
  #fold(text: string): string {
    return this.ignoreCase ? text.toLowerCase().replaceAll("ſ", "s") : text;
  }
}
