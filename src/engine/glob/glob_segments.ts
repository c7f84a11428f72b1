/**
 * Globs name by name: what of one is written out, as a path.
 * @module
 */

import { afterLiteral } from "../../model/escape_glob.ts";

/** A glob taken apart. */
export interface GlobSegments {
  /** The root that it begins with, as that is called, and a slash; absent where it begins with none. */
  readonly root?: string;
  /** The glob behind that: the name of a root is no pattern, whatever is in it. */
  readonly below: string;
  /** The names in it. */
  readonly names: readonly string[];
  /** How many of them there are before the first with a wildcard in it. */
  readonly literalCount: number;
}

/**
 * The names of `pattern`.
 * @param roots absolute paths: a pattern may begin with one of them; any other leading `/` is the search root's
 *
 * @example
 * ```ts
 * globSegments("/project/src/*.ts", ["/project"]); // { top: "/project/", below: "src/*.ts", names: ["src", "*.ts"], plain: 1 }
 * ```
 */
export function globSegments(pattern: string, roots: readonly string[]): GlobSegments {
  const top = roots.map((root) => root.replace(/\/?$/, "/")).find((stem) =>
    afterLiteral(pattern + "/", stem) !== undefined
  );
  const below = top === undefined ? pattern : afterLiteral(pattern, top) ?? "";
  const names = below.split("/").filter((name) => name !== "" && name !== ".");
  const wild = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  return { ...(top !== undefined && { root: top }), below, names, literalCount: wild < 0 ? names.length : wild };
}
