/**
 * Texts as expressions.
 * @module
 */

/**
 * The expression that means a text.
 *
 * @example
 * ```ts
 * escapedText("f(x)"); // "f\\(x\\)"
 * ```
 */
export function escapedText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
