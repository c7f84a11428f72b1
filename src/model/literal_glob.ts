/**
 * Names in globs.
 * @module
 */

/**
 * The glob that means `text` and nothing else.
 *
 * @example
 * ```ts
 * literalGlob("app/[id].ts"); // "app/\\[id\\].ts"
 * ```
 */
export function literalGlob(text: string): string {
  return text.replace(/[*?[\]{}\\]/g, "\\$&");
}

/** What follows `text` in a glob that begins with it, as it is or as `literalGlob` writes it; undefined in any other. */
export function behindLiteral(glob: string, text: string): string | undefined {
  const written = [text, literalGlob(text)].find((start) => glob.startsWith(start));
  return written === undefined ? undefined : glob.slice(written.length);
}
