/**
 * Globs that begin with the absolute path of a root.
 * @module
 */
import type { Root } from "../../door/door.ts";
import { afterLiteral } from "../../model/escape_glob.ts";
import { dirPrefix } from "../../model/place.ts";

/** A glob of paths below one root. */
export interface RootRelativeGlob {
  /** Index of the root. */
  readonly root: number;
  /** The glob after the root's path. */
  readonly rest: string;
}

/**
 * Splits a glob that begins with a root's absolute path, by any of its names, in which no character is a wildcard.
 * @returns undefined for any other glob
 *
 * @example
 * ```ts
 * rootRelativeGlob("/srv/app[1]/src/*.ts", [{ names: ["/srv/app[1]"] }]); // { root: 0, rest: "src/*.ts" }
 * ```
 */
export function rootRelativeGlob(glob: string, roots: readonly Pick<Root, "names">[]): RootRelativeGlob | undefined {
  for (const [root, { names }] of roots.entries()) {
    const prefixes = names.map(dirPrefix).filter((prefix) => prefix !== "/");
    const rest = prefixes.map((prefix) => afterLiteral(glob, prefix)).find((rest) => rest !== undefined);
    if (rest !== undefined) return { root, rest };
  }
  return undefined;
}
