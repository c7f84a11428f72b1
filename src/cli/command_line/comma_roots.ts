/**
 * Roots with a comma. Deno splits the value of a flag at commas and has no way to escape one, so such a root can only be
 * named by its way from a directory in it.
 *
 * The program that starts the npm package in Node is made of this file too, so nothing here needs Deno.
 * @module
 */

/**
 * The directory from which every root can be named without a comma; undefined if there is none.
 * @param roots absolute paths; at least one has a comma
 * @example
 * ```ts
 * commaFreePlace(["/a,b/c", "/d"]); // "/a,b"
 * commaFreePlace(["/a,b", "/c,d"]); // undefined
 * ```
 */
export function commaFreePlace(roots: readonly string[]): string | undefined {
  const places = roots.flatMap((root) => /^.*,[^/\\]*/.exec(root)?.[0] ?? []);
  const deepest = places.toSorted((a, b) => b.length - a.length)[0];
  const holdsDeepest = (place: string) => place === deepest || /^[/\\]/.test(deepest.slice(place.length));
  return places.every((place) => deepest.startsWith(place) && holdsDeepest(place)) ? deepest : undefined;
}

/** The roots, those with a comma replaced by the nearest directory above that has none. */
export function rootsAboveCommas(roots: readonly string[]): string[] {
  return [...new Set(roots.map((root) => root.includes(",") ? aboveComma(root) : root))];
}

function aboveComma(root: string): string {
  const above = /^[^,]*(?=[/\\])/.exec(root)?.[0] ?? "";
  return /^(?:[a-z]:)?$/i.test(above) ? `${above}/` : above;
}
