/**
 * Remembers the outlines of texts. An outline depends on nothing but the text, so it never becomes stale; whether a
 * text is still the file's is decided where the text comes from.
 * @module
 */
import type { Language } from "./language.ts";
import type { Outline } from "./structure.ts";

/** Bytes of a definition in memory, and of a UTF-16 unit of its text, roughly. */
const DEFINITION_BYTES = 200, UNIT_BYTES = 2;

/** The outlines used last. */
export class OutlineMemo {
  readonly #byLanguage = new Map<Language, Map<string, Outline>>();
  #bytes = 0;

  /** @param budget bytes; 0 switches it off */
  constructor(private readonly budget: number) {}

  /** Bytes in use. */
  get bytes(): number {
    return this.#bytes;
  }

  find(language: Language, text: string): Outline | undefined {
    return this.#byLanguage.get(language)?.get(text);
  }

  store(language: Language, text: string, outline: Outline): void {
    const bytes = text.length * UNIT_BYTES + outline.definitions.length * DEFINITION_BYTES;
    if (bytes > this.budget) return;
    if (this.#bytes + bytes > this.budget) this.#clear();
    this.#bytes += bytes;
    const known = this.#byLanguage.get(language) ?? new Map<string, Outline>();
    this.#byLanguage.set(language, known.set(text, outline));
  }

  #clear(): void {
    this.#byLanguage.clear();
    this.#bytes = 0;
  }
}
