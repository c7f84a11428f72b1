/**
 * The sentences of answers, beside their results. They are English: a model reads them.
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
  patterns: ["query", "queries"],
  lines: ["line", "lines"],
  bytes: ["byte", "bytes"],
  tokens: ["token", "tokens"],
} as const;

/** The unit of an answer's records. */
export type Unit = "matches" | "files" | "entries" | "directories" | "extensions" | "values" | "patterns";

/** The word for `unit` after the number `n`. */
export function unitWord(unit: keyof typeof UNITS, n: number): string {
  return UNITS[unit][n === 1 ? 0 : 1];
}

/** `3 matches`. */
export function countPhrase(unit: keyof typeof UNITS, n: number): string {
  return `${n} ${unitWord(unit, n)}`;
}

/** The number of records found. If `cutBy` is given, there may be more. */
export interface FoundTotal {
  readonly total: number;
  readonly cutBy?: string;
}

/** `3 matches`, or `at least 3 matches`. */
export function totalPhrase(unit: Unit, { total, cutBy }: FoundTotal): string {
  const count = countPhrase(unit, total);
  return cutBy === undefined ? count : `at least ${count}`;
}

/** `3 matches in 2 files`. */
export function countInFiles(unit: Unit, n: number, files: number): string {
  return `${countPhrase(unit, n)} in ${countPhrase("files", files)}`;
}

/** Some records are not shown. */
export interface Shown {
  readonly shown: number;
  readonly total: number;
  readonly unit: Unit;
  /** Why, as `truncated_by` says it. */
  readonly cause: string;
  /** The arguments that get the rest. */
  readonly call: string;
}

/** How to get the records that are not shown. */
export function moreHint({ shown, total, unit, cause, call }: Shown): string {
  return `${shown} of ${total} ${unitWord(unit, total)} shown (${cause}); for the rest: ${call}`;
}

/** Not one row is shown. */
export function noRowHint(budget: number): string {
  return `Not even one record fits into ${countPhrase("tokens", budget)}`;
}

/** The message of an answer without pages. */
export function narrowerMessage(shown: number, total: number): string {
  return `Showing ${shown} of ${total} matches. Use a more specific pattern.`;
}

/** A page beyond the last record. */
export function beyondEndHint(skip: number, total: number): string {
  return `skip=${skip} is beyond the last of ${total}: start again without it.`;
}

export const TREE_CHANGED =
  "The tree has changed since the first page, so pages may overlap or skip records: start again without skip.";

export const CUT_AT_DEADLINE = "Stopped at the deadline, so more may exist: narrow the pattern or the files.";

/** An answer in a cheaper form than asked for. Sizes are in tokens. */
export interface Degraded {
  readonly from: string;
  readonly form: string;
  readonly tokens: number;
  readonly budget: number;
}

/** Why an answer has another form. */
export function degradedNote({ from, form, tokens, budget }: Degraded): string {
  return `${from} would take ~${countPhrase("tokens", tokens)}, over the budget of ${budget}, so this is ${form}.`;
}

/** Nothing can be read of an empty file. */
export function emptyFileHint(size: number): string {
  return `Nothing here: the file has ${countPhrase("bytes", size)}.`;
}

/** An argument that was 0. */
export function zeroNote(field: string): string {
  return `${field}: 0 means the default.`;
}

/** The hint that a pattern took too long on `n` lines; none if `n` is 0. */
export function hardLineHints(n: number): string[] {
  const were = n === 1 ? "was" : "were";
  return n === 0
    ? []
    : [`The pattern took too long on ${countPhrase("lines", n)}, which ${were} skipped: simplify it.`];
}
