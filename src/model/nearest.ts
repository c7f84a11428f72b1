/**
 * Which of the known names a wrong one was probably meant to be.
 * @module
 */

/**
 * The names most like `wrong`, best first; at most `count`.
 *
 * @example
 * ```ts
 * nearest("serch_content", ["search_content", "read_file"], 1); // ["search_content"]
 * ```
 */
export function nearest(wrong: string, names: readonly string[], count = 3): string[] {
  return names
    .map((name) => ({ name, cost: cost(wrong, name) }))
    .sort((a, b) => a.cost - b.cost || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

/** Edits that make `name` of `wrong`; it may also be one word of the name, left alone or misspelt. */
function cost(wrong: string, name: string): number {
  const given = plain(wrong), whole = plain(name);
  const words = name.split(/[-_.\s]|(?=[A-Z])/).map((word) => distance(given, plain(word)) + 1);
  const within = given !== "" && (whole.includes(given) || given.includes(whole)) ? 1.5 : Infinity;
  return Math.min(distance(given, whole), within, ...words);
}

/** Case and separators are what is got wrong most; and no name is so long that more of it would matter. */
function plain(name: string): string {
  return name.slice(0, 64).toLowerCase().replace(/[-_.\s]/g, "");
}

/** Levenshtein's count of single-character edits. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const swap = (row[j] ?? 0) + Number(a[i] !== b[j]);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
