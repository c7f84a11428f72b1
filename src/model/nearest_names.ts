/**
 * Which of the known names a wrong one was probably meant to be.
 * @module
 */
import { levenshteinDistance } from "@std/text/levenshtein-distance";

/**
 * The names most like `wrong`, best first; at most `count`.
 *
 * @example
 * ```ts
 * nearest("serch_content", ["search_content", "read_file"], 1); // ["search_content"]
 * ```
 */
export function nearestNames(wrong: string, names: readonly string[], count = 3): string[] {
  return names
    .map((name) => ({ name, cost: editCost(wrong, name) }))
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Edits that make `name` of `wrong`; it may also be one word of the name, left alone or misspelt. */
function editCost(wrong: string, name: string): number {
  const given = normalizedName(wrong), whole = normalizedName(name);
  const words = name.split(/[-_.\s]|(?=[A-Z])/).map((word) => levenshteinDistance(given, normalizedName(word)) + 1);
  const within = given !== "" && (whole.includes(given) || given.includes(whole)) ? 1.5 : Infinity;
  return Math.min(levenshteinDistance(given, whole), within, ...words);
}

/** Case and separators are what is got wrong most; and no name is so long that more of it would matter. */
function normalizedName(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[-_.\s]/g, "");
}
