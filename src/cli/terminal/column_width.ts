/**
 * The width of text on a terminal.
 * @module
 */

/** Characters of two columns. */
const WIDE_CHARACTER =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** Whether `text` has a character of two columns. */
export function hasWideCharacter(text: string): boolean {
  return WIDE_CHARACTER.test(text);
}

/**
 * The width of `text` in columns.
 *
 * @example
 * ```ts
 * columnWidth("上限: 3"); // 7
 * ```
 */
export function columnWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (WIDE_CHARACTER.test(character) ? 2 : 1), 0);
}

/** `text` padded with spaces to at least `columns`. */
export function padColumns(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnWidth(text)));
}
