/**
 * The language of a file.
 * @module
 */
import type { Language } from "../language.ts";
import { BASH } from "./bash.ts";
import { C, CPP } from "./c/c.ts";
import { CSHARP } from "./csharp.ts";
import { GO } from "./go.ts";
import { JAVA } from "./java.ts";
import { KOTLIN } from "./kotlin.ts";
import { MARKDOWN } from "./markdown.ts";
import { PHP } from "./php.ts";
import { PYTHON } from "./python.ts";
import { RUBY } from "./ruby.ts";
import { RUST } from "./rust.ts";
import { JAVASCRIPT, TSX, TYPESCRIPT } from "./script.ts";
import { SWIFT } from "./swift.ts";

/** All languages whose definitions are found. */
export const LANGUAGES: readonly Language[] = [
  ...[BASH, C, CPP, CSHARP, GO, JAVA, JAVASCRIPT, KOTLIN, MARKDOWN, PHP, PYTHON, RUBY, RUST, SWIFT],
  ...[TSX, TYPESCRIPT],
];

/** The names of all languages. */
export const LANGUAGE_NAMES = LANGUAGES.map(({ name }) => name);

const BY_EXTENSION = byEach(({ extensions }) => extensions);
const BY_FILE_NAME = byEach(({ fileNames = [] }) => fileNames);
const BY_INTERPRETER = byEach(({ interpreters = [] }) => interpreters);

/** Words that C does not have. */
const CPP_ONLY = /^[ \t]*(?:class\s+\w+|namespace\b|template\s*<|using\s+\w+|(?:public|private|protected)\s*:)/m;

/** The language of the file at `path` with this text; undefined if none is known. */
export function languageOf(path: string, text: string): Language | undefined {
  const byName = languageByName(path);
  if (byName === undefined) return hasExtension(path) ? undefined : BY_INTERPRETER.get(interpreterOf(text));
  return byName === C && /\.h$/i.test(path) && CPP_ONLY.test(text) ? CPP : byName;
}

/** Whether a file's language may be known, by its name alone: it has a known one, or none at all and may have a `#!` line. */
export function mayHaveLanguage(path: string): boolean {
  return languageByName(path) !== undefined || !hasExtension(path);
}

function languageByName(path: string): Language | undefined {
  const name = fileName(path);
  return BY_FILE_NAME.get(name) ?? BY_EXTENSION.get(/\.([^.]+)$/.exec(name)?.[1].toLowerCase() ?? "");
}

function hasExtension(path: string): boolean {
  return fileName(path).includes(".");
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The program of a `#!` line without its directory and version: `python` of `#!/usr/bin/env python3.11`. */
function interpreterOf(text: string): string {
  const command = /^#![ \t]*(?:\S*\/env[ \t]+(?:-\S+[ \t]+)*)?(\S+)/.exec(text)?.[1] ?? "";
  return fileName(command).replace(/(?<![\d.])[\d.]+$/, "");
}

function byEach(keys: (language: Language) => readonly string[]): ReadonlyMap<string, Language> {
  return new Map(LANGUAGES.flatMap((language) => keys(language).map((key) => [key, language] as const)));
}
