/**
 * Finds the known names that a wrong name probably means.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * The names most similar to `wrong`, best first; at most `count`.
 *
 * @example
 * ```ts
 * nearestNames("serch_content", ["search_content", "read_file"], 1); // ["search_content"]
 * ```
 */
export function nearestNames(wrong: string, names: readonly string[], count = 3): string[] {
  return names
    .map((name) => ({ name, cost: editCost(wrong, name) }))
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Those of the nearest names that `wrong` may mean: few of its letters differ. A letter or two may mean anything. */
export function nearNames(wrong: string, names: readonly string[]): string[] {
  const { length } = normalizedName(wrong);
  const isNear = (name: string) => length > 2 && editCost(wrong, name) <= Math.max(2, length / 3);
  return nearestNames(wrong, names).filter(isNear);
}

/** Whether `wrong` is probably a misspelt `name`: two edits, or one and a missing word. */
export function isMisspelt(wrong: string, name: string): boolean {
  return editCost(wrong, name) <= 2;
}

/** The edits that turn `wrong` into `name`, or into one word of it. */
function editCost(wrong: string, name: string): number {
  const given = normalizedName(wrong), whole = normalizedName(name);
  const words = name.split(/[-_.\s]|(?=[A-Z])/).map((word) => levenshteinDistance(given, normalizedName(word)) + 1);
  const within = given !== "" && (whole.includes(given) || given.includes(whole)) ? 1.5 : Infinity;
  const swapped = sortedWords(wrong) === sortedWords(name) ? 1 : Infinity;
  return Math.min(levenshteinDistance(given, whole), within, swapped, ...words);
}

/** `line_start` for `start_line`. */
function sortedWords(name: string): string {
  return name.slice(0, 64).toLowerCase().split(/[-_.\s]/).sort().join(" ");
}

/** Ignores case and separators, the most common mistakes, and everything after 64 characters. */
function normalizedName(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[-_.\s]/g, "");
}
