/**
 * The language of a file.
 * @module
 */
import type { Language } from "../language.ts";
import { PYTHON } from "./python.ts";
import { TSX, TYPESCRIPT } from "./typescript.ts";

const LANGUAGES: readonly Language[] = [TYPESCRIPT, TSX, PYTHON];

/** The names of all languages. */
export const LANGUAGE_NAMES = LANGUAGES.map(({ name }) => name);

const BY_EXTENSION = new Map(LANGUAGES.flatMap((language) => language.extensions.map((ext) => [ext, language])));

/** The language of the file at `path` with this text; undefined if none is known. */
export function languageOf(path: string, _text: string): Language | undefined {
  return BY_EXTENSION.get(extensionOf(path));
}

/** Whether a file's language may be known, by its name alone. */
export function mayHaveLanguage(path: string): boolean {
  return BY_EXTENSION.has(extensionOf(path));
}

function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1].toLowerCase() ?? "";
}
