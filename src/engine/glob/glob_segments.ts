/**
 * Splits a glob into its names.
 * @module
 */
import { afterLiteral } from "../../model/escape_glob.ts";
import { dirPrefix } from "../../model/place.ts";

/** The parts of a glob. */
export interface GlobSegments {
  /** The root that it begins with, unescaped and with a slash at its end; absent if there is none. */
  readonly root?: string;
  /** The glob after the root. */
  readonly below: string;
  /** The names in `below`. */
  readonly names: readonly string[];
  /** How many names there are before the first with a wildcard. */
  readonly literalCount: number;
}

/**
 * Splits `pattern` into its names.
 * @param roots absolute paths: a pattern may begin with one of them, in which no character is a wildcard. Any other
 * leading `/` means the search root
 *
 * @example
 * ```ts
 * globSegments("/project/src/*.ts", ["/project"]); // { root: "/project/", below: "src/*.ts", names: ["src", "*.ts"], literalCount: 1 }
 * ```
 */
export function globSegments(pattern: string, roots: readonly string[]): GlobSegments {
  const root = roots.map(dirPrefix).find((prefix) => afterLiteral(pattern + "/", prefix) !== undefined);
  const below = root === undefined ? pattern : afterLiteral(pattern, root) ?? "";
  const names = below.split("/").filter((name) => name !== "" && name !== ".");
  const wild = names.findIndex((name) => /[*?[\]{}\\]/.test(name));
  return { ...(root !== undefined && { root }), below, names, literalCount: wild < 0 ? names.length : wild };
}
