/**
 * Names in globs.
 * @module
 */

/**
 * The glob that means `text` and nothing else.
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
 * What follows `text` in a glob that begins with it, as it is or as `escapeGlob` writes it; undefined in any other.
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

/** A glob that begins with a drive, `/`-separated: on Windows `\` parts names there, and escapes nothing. */
export function normalizeDrive(glob: string): string {
  if (!/^[A-Za-z]:[\\/]/.test(glob)) return glob;
  return glob[0].toUpperCase() + (glob[2] === "/" ? glob.slice(1) : glob.slice(1).replaceAll("\\", "/"));
}

/**
 * A relative glob as it is written elsewhere than on Windows.
 *
 * @example
 * ```ts
 * slashed("src\\*.ts"); // "src/*.ts"
 * ```
 */
export function globWithSlashes(glob: string): string {
  return glob.includes("/") ? glob : glob.replace(/\\(?=[\w*])/g, "/");
}
