/**
 * Globs of arguments, and as the engine takes them.
 * @module
 */
import type { Args } from "../../format/current_call.ts";

/** Drops a leading `./`, also after `!`. A `./*.ts` matches only in the root, so it becomes `/*.ts`. */
function normalizeGlob(glob: string): string {
  const pattern = glob.replace(/^!/, ""), bang = glob.slice(0, glob.length - pattern.length);
  const bare = pattern.replace(/^(?:\.\/)+/, "");
  return bang + (bare === pattern || bare.includes("/") || bare === "" ? bare : "/" + bare);
}

/**
 * Normalizes globs and drops empty ones.
 *
 * @example
 * ```ts
 * normalizeGlobs(["./src/**", "./*.ts", ""]); // ["src/**", "/*.ts"]
 * ```
 */
export function normalizeGlobs(globs: readonly string[]): string[] {
  return globs.map(normalizeGlob).filter((glob) => glob !== "");
}

/**
 * The globs of a search in the notation of ripgrep's `-g`: exclusions begin with `!`. Empty globs are dropped (ripgrep
 * would exclude everything): models send them for arguments that they don't use.
 */
export function searchGlobs(include: readonly string[], exclude: readonly string[]): string[] {
  return [...normalizeGlobs(include), ...normalizeGlobs(exclude).map((glob) => "!" + glob)];
}

/** The arguments for the result of `searchGlobs`. */
export function globArguments(globs: readonly string[]): Args {
  const include = globs.filter((glob) => !glob.startsWith("!"));
  const exclude = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const listed = (list: readonly string[]) => list.length > 0 ? list : undefined;
  return { include_globs: listed(include), exclude_globs: listed(exclude) };
}

/** Joins globs to one; undefined without globs. */
export function joinGlobs(globs: readonly string[]): string | undefined {
  return globs.length < 2 ? globs[0] : `{${globs.map((glob) => glob.replace(/^\{(.*)\}$|^\//, "$1")).join(",")}}`;
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
