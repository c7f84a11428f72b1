/**
 * Blanks around the parts of a brace, as in `*.{ts, tsx}`.
 * @module
 */

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
  if (!/[{,]\s|\s[},]/.test(glob)) return glob;
  let stripped = "", depth = 0, at = 0;
  while (at < glob.length) {
    const token = tokenAt(glob, at), before = glob[at - 1], after = glob[at + token.length];
    if (token === "{") depth++;
    if (token === "}") depth--;
    const isBetween = depth > 0 && token.trim() === "" && (/[{,]/.test(before) || /[},]/.test(after ?? ""));
    if (!isBetween) stripped += token;
    at += token.length;
  }
  return stripped;
}

/** The token at index `at`: an escape, a class, a run of blanks, or one character. */
function tokenAt(glob: string, at: number): string {
  if (glob[at] === "\\") return glob.slice(at, at + 2);
  if (glob[at] === "[") {
    // The first character of a class may be its `]`.
    const from = at + (/[!^]/.test(glob[at + 1] ?? "") ? 3 : 2), end = glob.indexOf("]", from);
    return end < 0 ? glob.slice(at) : glob.slice(at, end + 1);
  }
  let end = at + 1;
  if (/\s/.test(glob[at])) { while (end < glob.length && /\s/.test(glob[end])) end++; }
  return glob.slice(at, end);
}
