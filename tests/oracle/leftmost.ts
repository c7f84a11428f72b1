/**
 * Makes ripgrep 15 find leftmost matches.
 * @module
 */

/**
 * An equivalent pattern whose leftmost matches ripgrep finds. If all matches of a pattern end in the same literal,
 * ripgrep searches for that literal and then backwards, and so may return the match that ends first instead of the one
 * that begins first (https://github.com/rust-lang/regex/issues/1354). An added alternative prevents this; it occurs in no
 * text here, and its letters have no case.
 */
export function leftmostFirst(pattern: string): string {
  return `(?:${pattern})|\\p{Runic}`;
}
