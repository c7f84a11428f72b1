/**
 * Globs as arguments give them, as a search has them, and back.
 * @module
 */
import type { Args } from "../../format/current_call.ts";

/** A glob without the `./` in front, be it behind a `!`; a `*.ts` that had it is meant there and nowhere below. */
function normalizeGlob(glob: string): string {
  const own = glob.replace(/^!/, ""), bang = glob.slice(0, glob.length - own.length);
  const rest = own.replace(/^(?:\.\/)+/, "");
  return bang + (rest === own || rest.includes("/") || rest === "" ? rest : "/" + rest);
}

/**
 * Globs without those that are empty.
 *
 * @example
 * ```ts
 * globsIn(["./src/**", "./*.ts", ""]); // ["src/**", "/*.ts"]
 * ```
 */
export function normalizeGlobs(globs: readonly string[]): string[] {
  return globs.map(normalizeGlob).filter((glob) => glob !== "");
}

/**
 * A search's globs, as ripgrep's `-g` has them: what to look in, and behind `!` what to leave out. An empty one is none,
 * though ripgrep would leave out everything by it: models send one for an argument that they don't use.
 */
export function searchGlobs(include: readonly string[], exclude: readonly string[]): string[] {
  return [...normalizeGlobs(include), ...normalizeGlobs(exclude).map((glob) => "!" + glob)];
}

/** The arguments that say `globs`, as `searchGlobs` has made them. */
export function globArguments(globs: readonly string[]): Args {
  const include = globs.filter((glob) => !glob.startsWith("!"));
  const exclude = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const listed = (list: readonly string[]) => list.length > 0 ? list : undefined;
  return { include_globs: listed(include), exclude_globs: listed(exclude) };
}

/** Several globs in one; none for none. */
export function joinGlobs(globs: readonly string[]): string | undefined {
  return globs.length < 2 ? globs[0] : `{${globs.map((glob) => glob.replace(/^\{(.*)\}$|^\//, "$1")).join(",")}}`;
}

/** UTF-16 units of globs behind which nobody guesses what they were meant as: for 100,000 commas that took 7 s. */
const MAX_GUESS_UNITS = 1000;

/** Whether globs are too long for somebody to guess at. */
export function isTooLongToGuess(globs: readonly string[]): boolean {
  return globs.reduce((sum, { length }) => sum + length, 0) > MAX_GUESS_UNITS;
}

/** Where one glob ends and another begins; a comma in braces or brackets is the glob's own. */
const OUTER_COMMA = /(?<!\\),(?![^{}]*\})(?![^[\]]*\])/;

/** The parts of a glob between its outer commas. */
export function globParts(glob: string): string[] {
  return glob.split(OUTER_COMMA).map((part) => part.trim());
}

/**
 * The globs that one with commas was likely meant as; none where it may well be about a name with a comma (`*,v`).
 *
 * @example
 * ```ts
 * severalIn("*.min.js, dist"); // ["*.min.js", "dist"]
 * severalIn("*.{ts,js}"); // []
 * ```
 */
export function splitGlobList(glob: string): string[] {
  if (isTooLongToGuess([glob])) return [];
  const parts = globParts(glob);
  return parts.length > 1 && parts.every((part) => /[\w.-]{2}|\//.test(part)) ? parts : [];
}
