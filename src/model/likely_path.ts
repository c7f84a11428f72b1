/**
 * Guesses the path that a caller means.
 * @module
 */
import { parsePathWithLines } from "./path_with_lines.ts";

/**
 * Quotes, backticks and spaces around a path. Matches only at the beginning of a run: with an attempt at each of its
 * characters, a run of 100,000 took 5 s.
 */
const QUOTING = /^[\s"'`]+|(?<![\s"'`])[\s"'`]+$/g;

/**
 * The path that was likely meant by one that does not exist. It has slashes for backslashes (a shell's backslash before
 * a space is removed) and decoded percent codes, and neither quotes around it nor line numbers after it.
 *
 * @example
 * ```ts
 * likelyPath("src\\main.ts:10"); // "src/main.ts"
 * ```
 */
export function likelyPath(path: string): string {
  const set = path.replace(QUOTING, ""), bare = parsePathWithLines(set)?.path ?? set;
  return percentDecoded(bare.replaceAll("\\ ", " ")).replaceAll("\\", "/");
}

/** Decodes percent-encoding; a text without valid percent-encoding (`100%.txt`) is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
