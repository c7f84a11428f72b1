/**
 * Globs name by name: what of one is written out, as a path.
 * @module
 */

import { behindLiteral } from "./literal_glob.ts";

/** A glob taken apart. */
export interface GlobNames {
  /** The root that it begins with, as that is called, and a slash; absent where it begins with none. */
  readonly top?: string;
  /** The glob behind that: the name of a root is no pattern, whatever is in it. */
  readonly below: string;
  /** The names in it. */
  readonly names: readonly string[];
  /** How many of them there are before the first with a wildcard in it. */
  readonly plain: number;
}

/**
 * The names of `pattern`.
 * @param roots absolute paths: a pattern may begin with one of them; any other leading `/` is the search root's
 *
 * @example
 * ```ts
 * globNames("/project/src/*.ts", ["/project"]); // { top: "/project/", below: "src/*.ts", names: ["src", "*.ts"], plain: 1 }
 * ```
 */
export function globNames(pattern: string, roots: readonly string[]): GlobNames {
  const top = roots.map((root) => root.replace(/\/?$/, "/")).find((stem) =>
    behindLiteral(pattern + "/", stem) !== undefined
  );
  const below = top === undefined ? pattern : behindLiteral(pattern, top) ?? "";
  const names = below.split("/").filter((name) => name !== "" && name !== ".");
  const wild = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  return { ...(top !== undefined && { top }), below, names, plain: wild < 0 ? names.length : wild };
}
