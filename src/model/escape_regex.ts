/**
 * Literal texts in regular expressions.
 * @module
 */

/**
 * The expression that matches exactly `text`.
 *
 * @example
 * ```ts
 * escapeRegex("f(x)"); // "f\\(x\\)"
 * ```
 */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
