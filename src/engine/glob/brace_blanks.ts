/**
 * Blanks around the parts of a brace, as in `*.{ts, tsx}`.
 * @module
 */

/** What a glob is read as: as it stands, and without such blanks where it has some. Both count. */
export function globReadings(glob: string): readonly string[] {
  const bare = withoutBraceBlanks(glob);
  return bare === glob ? [glob] : [glob, bare];
}

/**
 * The glob without blanks around the parts of its braces; one that is escaped or in a class stays.
 *
 * @example
 * ```ts
 * withoutBraceBlanks("*.{ts, tsx }"); // "*.{ts,tsx}"
 * withoutBraceBlanks("a, b/{c\\ ,d}"); // "a, b/{c\\ ,d}"
 * ```
 */
export function withoutBraceBlanks(glob: string): string {
  if (!/[{,]\s|\s[},]/.test(glob)) return glob;
  let bare = "", depth = 0, at = 0;
  while (at < glob.length) {
    const piece = tokenAt(glob, at), before = glob[at - 1], after = glob[at + piece.length];
    if (piece === "{") depth++;
    if (piece === "}") depth--;
    const isBetween = depth > 0 && piece.trim() === "" && (/[{,]/.test(before) || /[},]/.test(after ?? ""));
    if (!isBetween) bare += piece;
    at += piece.length;
  }
  return bare;
}

/** An escape, a class, a run of blanks, or else one character. */
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
