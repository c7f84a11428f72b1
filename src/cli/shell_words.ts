/**
 * Words of a line that can be typed.
 * @module
 */

/** What no shell takes for anything but itself. */
const PLAIN = { posix: /^[\w@%+=:./-]+$/, windows: /^[\w@+=:.\\/-]+$/ };

/**
 * `words` as a shell wants them: those that it would part or change stand in quotation marks.
 *
 * @example
 * ```ts
 * shellWords(["--root", "/my project"]); // "--root '/my project'"
 * ```
 */
export function shellWords(words: readonly string[], windows = Deno.build.os === "windows"): string {
  const plain = windows ? PLAIN.windows : PLAIN.posix, inQuotes = windows ? doublyQuoted : quoted;
  return words.map((word) => plain.test(word) ? word : inQuotes(word)).join(" ");
}

/** As programs on Windows take a word apart. */
function doublyQuoted(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}

/** As a POSIX shell takes it for nothing but itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
