/**
 * Line breaks: lines end at LF or CR LF; search and display work on texts with only LF. A lone carriage return is an
 * ordinary character.
 * @module
 */

/** The line feed, the line terminator of every text that is searched. CR LF is one only where a pattern asks for it. */
export const LINE_FEED = 0x0a;
/** The carriage return. */
export const CARRIAGE_RETURN = 0x0d;

/** The index of the first character of the line that contains `at`. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** The index of the line break (or end of text) that ends the line that contains `at`. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Counts the line feeds in [start, end). */
export function countLineFeeds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/**
 * The text with LF for each CR LF.
 *
 * @example
 * ```ts
 * crlfToLf("a\r\nb\rc\n"); // "a\nb\rc\n"
 * ```
 */
export function crlfToLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
