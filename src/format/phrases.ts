/**
 * The sentences of answers that several files say. They are English: a model reads them.
 * @module
 */

/** The words for units, by number. */
const UNITS = {
  matches: ["match", "matches"],
  files: ["file", "files"],
  entries: ["entry", "entries"],
  directories: ["directory", "directories"],
  extensions: ["extension", "extensions"],
  values: ["value", "values"],
  definitions: ["definition", "definitions"],
  patterns: ["query", "queries"],
  lines: ["line", "lines"],
  bytes: ["byte", "bytes"],
  tokens: ["token", "tokens"],
} as const;

/** What is counted. */
export type Unit = keyof typeof UNITS;

/** The word for `unit` after the number `n`. */
function unitWord(unit: Unit, n: number): string {
  return UNITS[unit][n === 1 ? 0 : 1];
}

/** `3 matches`. */
export function countPhrase(unit: Unit, n: number): string {
  return `${n} ${unitWord(unit, n)}`;
}

/** `3 matches`, or `at least 3 matches` if something cut the search. */
export function totalPhrase(unit: Unit, total: number, cutBy?: string): string {
  return (cutBy === undefined ? "" : "at least ") + countPhrase(unit, total);
}

/** The message of an answer without pages. */
export function narrowerMessage(shown: number, total: number): string {
  return `Showing ${shown} of ${total} matches. Use a more specific pattern.`;
}

/** Nothing can be read of an empty file, or beyond the end of another. */
export function emptyFileHint(size: number, lines?: number): string {
  const sizes = [countPhrase("bytes", size), lines === undefined ? [] : countPhrase("lines", lines)].flat();
  return `Nothing here: the file has ${sizes.join(", ")}.`;
}

/** An argument that was 0. */
export function zeroNote(field: string): string {
  return `${field}: 0 means the default.`;
}
