/**
 * The bounds of lines in a text; lines end at LF.
 * @module
 */

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
