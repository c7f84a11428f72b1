/**
 * Columns that text takes on a terminal.
 * @module
 */

/** Characters that take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** Whether `text` has a character of two columns. */
export function isWide(text: string): boolean {
  return WIDE.test(text);
}

/**
 * The columns of `text`.
 *
 * @example
 * ```ts
 * widthOf("上限: 3"); // 7
 * ```
 */
export function widthOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

/** `text` with blanks after it, so that it takes at least `columns`. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}
