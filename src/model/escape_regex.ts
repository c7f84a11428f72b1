/**
 * Texts as expressions.
 * @module
 */

/**
 * The expression that means a text.
 *
 * @example
 * ```ts
 * escapeRegex("f(x)"); // "f\\(x\\)"
 * ```
 */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
