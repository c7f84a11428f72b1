/**
 * Paths as their callers write them elsewhere.
 * @module
 */
import { parsePathWithLines } from "./path_with_lines.ts";

/**
 * What a path is set in: quotes, backticks, spaces. Tried at the beginning of a run alone: at each of its characters,
 * 100,000 of them took 5 s.
 */
const QUOTING = /^[\s"'`]+|(?<![\s"'`])[\s"'`]+$/g;

/**
 * The path that is likely meant by one that does not exist: slashes for backslashes, but none for one that a shell needs
 * before a space; characters for their percent codes; and nothing around it, no line behind it.
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

/** The text that percent-encoding stands for; one that is none (`100%.txt`) means what it writes. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
