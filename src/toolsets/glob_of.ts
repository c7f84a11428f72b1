/**
 * Globs as they are meant.
 * @module
 */

/**
 * A glob below the project root, of one that names it in front: `./`, or the root's own path.
 *
 * @example
 * ```ts
 * globOf("./src/**", "/project"); // "src/**"
 * globOf("/project/*.ts", "/project"); // "/*.ts": there, and nowhere below
 * ```
 */
export function globOf(glob: string, projectRoot: string): string {
  const stem = projectRoot + "/", below = glob.startsWith(stem) ? "./" + glob.slice(stem.length) : glob;
  const rest = below.replace(/^(?:\.\/)+/, "");
  return rest === below || rest.includes("/") || rest === "" ? rest : "/" + rest;
}

/**
 * The globs that others were likely meant as: directories for what is in them, `.ts` for `*.ts`, slashes. What they
 * leave out (`!`) is left out.
 */
export function likelyGlobs(globs: readonly string[]): string[] {
  return globs.map((glob) => {
    if (glob.startsWith("!")) return glob;
    const slashed = glob.includes("/") ? glob : glob.replace(/\\(?=[\w*])/g, "/");
    if (/[*?[{]/.test(slashed)) return slashed;
    return /^\.\w+$/.test(slashed) ? "*" + slashed : slashed.replace(/\/*$/, "/**");
  });
}
