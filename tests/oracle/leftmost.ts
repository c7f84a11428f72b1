/**
 * Patterns as ripgrep 15 has to be asked for what begins first.
 * @module
 */

/**
 * A pattern with the same matches, but those that begin first. Where all that a pattern matches ends in one and the same
 * text, ripgrep looks for that text, and back from it: it takes what ends first for what begins first
 * (https://github.com/rust-lang/regex/issues/1354). So one more thing is to match, which occurs in no text here and
 * whose letters say nothing of case.
 */
export function leftmostFirst(pattern: string): string {
  return `(?:${pattern})|\\p{Runic}`;
}
