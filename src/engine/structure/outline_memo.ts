/**
 * Remembers the outlines of texts. An outline depends on nothing but the text, so it never becomes stale; whether a
 * text is still the file's is decided where the text comes from.
 * @module
 */
import type { Language, Outline } from "./language.ts";

/** Bytes of a definition in memory, and of a text's key with its places in the maps, roughly. */
const DEFINITION_BYTES = 200, ENTRY_BYTES = 200;

/** The outlines used last, by digests of their texts: with the texts, 16 MB held those of 300 files. */
export class OutlineMemo {
  readonly #byLanguage = new Map<Language, Map<string, Outline>>();
  #byFile = new WeakMap<object, FileOutline>();
  #bytes = 0;

  /** @param budget bytes; 0 switches it off */
  constructor(private readonly budget: number) {}

  /** Bytes in use. */
  get bytes(): number {
    return this.#bytes;
  }

  find(language: Language, text: string): Outline | undefined {
    return this.#byLanguage.get(language)?.get(digestOf(text));
  }

  store(language: Language, text: string, outline: Outline): void {
    const bytes = bytesOf(outline);
    if (bytes > this.budget) return;
    if (this.#bytes + bytes > this.budget) this.#clear();
    this.#bytes += bytes;
    const known = this.#byLanguage.get(language) ?? new Map<string, Outline>();
    this.#byLanguage.set(language, known.set(digestOf(text), outline));
  }

  /** The outline of a file at `path`, if `file` is the same object as when it was stored. */
  findOfFile(file: object, path: string): Outline | undefined {
    const known = this.#byFile.get(file);
    return known?.path === path ? known.outline : undefined;
  }

  /** Stores an outline, which `store` has, under an object that stands for a file with one content. */
  storeOfFile(file: object, path: string, outline: Outline): void {
    if (bytesOf(outline) <= this.budget) this.#byFile.set(file, { path, outline });
  }

  #clear(): void {
    this.#byLanguage.clear();
    this.#byFile = new WeakMap();
    this.#bytes = 0;
  }
}

/** The outline of a file. Its language depends on its path. */
interface FileOutline {
  readonly path: string;
  readonly outline: Outline;
}

function bytesOf({ definitions }: Outline): number {
  return ENTRY_BYTES + definitions.length * DEFINITION_BYTES;
}

/** The length and 64 bits of a text: two multiplicative hashes (FNV-1a) with different primes. */
function digestOf(text: string): string {
  let a = 0x811c9dc5, b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x85ebca6b);
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`;
}
