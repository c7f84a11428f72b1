/**
 * Literal texts in globs and in regular expressions.
 * @module
 */

/**
 * The expression that matches exactly `text`.
 *
 * @example
 * ```ts
 * escapeRegex("f(x)"); // "f\\(x\\)"
 * ```
 */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/**
 * The glob that matches exactly `text`.
 *
 * @example
 * ```ts
 * escapeGlob("app/[id].ts"); // "app/\\[id\\].ts"
 * ```
 */
export function escapeGlob(text: string): string {
  return text.replace(/[*?[\]{}\\]/g, "\\$&");
}

/**
 * The rest of a glob that begins with `text`, plain or escaped by `escapeGlob`; undefined for any other glob.
 *
 * @example
 * ```ts
 * afterLiteral("c:\\work\\src\\*.ts", "C:/work/"); // "src/*.ts"
 * ```
 */
export function afterLiteral(glob: string, text: string): string | undefined {
  const path = normalizeDrive(glob), written = [text, escapeGlob(text)].find((start) => path.startsWith(start));
  return written === undefined ? undefined : path.slice(written.length);
}

/** Writes a glob that begins with a drive with `/`: on Windows `\` is a separator there, not an escape. */
export function normalizeDrive(glob: string): string {
  if (!/^[A-Za-z]:[\\/]/.test(glob)) return glob;
  return glob[0].toUpperCase() + (glob[2] === "/" ? glob.slice(1) : glob.slice(1).replaceAll("\\", "/"));
}
