/**
 * Names in globs.
 * @module
 */

/**
 * The glob that means `text` and nothing else.
 *
 * @example
 * ```ts
 * literalGlob("app/[id].ts"); // "app/\\[id\\].ts"
 * ```
 */
export function literalGlob(text: string): string {
  return text.replace(/[*?[\]{}\\]/g, "\\$&");
}
