/**
 * Globs that begin with the absolute path of a root.
 * @module
 */
import type { Root } from "../../door/door.ts";
import { afterLiteral } from "../../model/escape_glob.ts";

/** What a glob says of what is below one root. */
export interface RootRelativeGlob {
  /** The root's number. */
  readonly root: number;
  /** The rest of the glob. */
  readonly rest: string;
}

/**
 * A glob that begins with a root's absolute path, by any of its names, taken apart; their characters are no wildcards.
 *
 * @example
 * ```ts
 * rootRelativeGlob("/srv/app[1]/src/*.ts", [{ names: ["/srv/app[1]"] }]); // { root: 0, rest: "src/*.ts" }
 * ```
 */
export function rootRelativeGlob(glob: string, roots: readonly Pick<Root, "names">[]): RootRelativeGlob | undefined {
  for (const [root, { names }] of roots.entries()) {
    const stems = names.map((name) => name.replace(/\/*$/, "/")).filter((stem) => stem !== "/");
    const rest = stems.map((stem) => afterLiteral(glob, stem)).find((rest) => rest !== undefined);
    if (rest !== undefined) return { root, rest };
  }
  return undefined;
}
