/**
 * Blanks around the parts of a brace, as in `*.{ts, tsx}`.
 * @module
 */

/** An escape, a class (a `]` that comes first in it is a character), a run of blanks, or one character. */
const TOKENS = /\\[^]?|\[[!^]?[^]?[^\]]*\]?|\s+|[^]/g;

/** The readings of a glob, all of which count: as written and, if its braces have such blanks, without them. */
export function globReadings(glob: string): readonly string[] {
  const stripped = withoutBraceBlanks(glob);
  return stripped === glob ? [glob] : [glob, stripped];
}

/**
 * The glob without blanks around the parts of its braces. Escaped blanks and those in a class stay.
 *
 * @example
 * ```ts
 * withoutBraceBlanks("*.{ts, tsx }"); // "*.{ts,tsx}"
 * withoutBraceBlanks("a, b/{c\\ ,d}"); // "a, b/{c\\ ,d}"
 * ```
 */
export function withoutBraceBlanks(glob: string): string {
  let depth = 0;
  return glob.replace(TOKENS, (token, start: number) => {
    if (token === "{") depth++;
    if (token === "}") depth--;
    const before = glob[start - 1], after = glob[start + token.length] ?? "";
    const isAtPart = depth > 0 && token.trim() === "" && (/[{,]/.test(before) || /[},]/.test(after));
    return isAtPart ? "" : token;
  });
}
