/**
 * Paths as their callers write them elsewhere.
 * @module
 */

/** Where a line is named behind a path: `:10`, `:10-20`, `:10:4`, `#L10`, `#L10-L20`. */
const PLACE = /(?::\d+(?:[-:]\d+)*|#L\d+(?:-L?\d+)?)$/;

/**
 * The path that is likely meant by one that does not exist: slashes for backslashes, and no line behind it.
 *
 * @example
 * ```ts
 * likelyPath("src\\main.ts:10"); // "src/main.ts"
 * ```
 */
export function likelyPath(path: string): string {
  return path.replace(PLACE, "").replaceAll("\\", "/");
}
