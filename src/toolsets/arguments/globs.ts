/**
 * Globs of arguments, and as the engine takes them.
 * @module
 */
import type { Args } from "../../format/current_call.ts";

/**
 * Drops a leading `./` of globs, and empty globs: models send them for arguments that they don't use. A `./*.ts` matches
 * only in the root, so it becomes `/*.ts`.
 *
 * @example
 * ```ts
 * normalizeGlobs(["./src/**", "./*.ts", ""]); // ["src/**", "/*.ts"]
 * ```
 */
export function normalizeGlobs(globs: readonly string[]): string[] {
  const normal = globs.map((glob) => {
    const [, bang, dots, bare] = /^(!?)((?:\.\/)*)(.*)$/s.exec(glob) ?? ["", "", "", glob];
    return bang + (dots === "" || bare === "" || bare.includes("/") ? bare : "/" + bare);
  });
  return normal.filter((glob) => glob !== "");
}

/** The arguments for globs in the notation of ripgrep's `-g`: exclusions begin with `!`. */
export function globArguments(globs: readonly string[]): Args {
  const include = globs.filter((glob) => !glob.startsWith("!"));
  const exclude = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const listed = (list: readonly string[]) => list.length > 0 ? list : undefined;
  return { include_globs: listed(include), exclude_globs: listed(exclude) };
}

/**
 * The globs of a list with commas; the text alone if they may belong to a name (`*,v`).
 *
 * @example
 * ```ts
 * splitGlobList("*.min.js, dist"); // ["*.min.js", "dist"]
 * splitGlobList("*.{ts,js}"); // ["*.{ts,js}"]
 * ```
 */
export function splitGlobList(glob: string): string[] {
  const parts = splitCommaList(glob);
  return parts.length > 1 && parts.every((part) => /[\w.-]{2}|\//.test(part)) ? parts : [glob];
}

/** Splits at commas outside braces and brackets of a glob. */
export function splitCommaList(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const token of text.match(/\\?[^]/g) ?? []) {
    if ("{[".includes(token)) depth++;
    if ("}]".includes(token)) depth = Math.max(0, depth - 1);
    if (token === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += token;
  }
  // An unclosed brace belongs to a name.
  return (depth > 0 ? text.split(",") : parts).map((part) => part.trim()).filter((part) => part !== "");
}
