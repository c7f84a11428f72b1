/**
 * Paths as their callers write them elsewhere.
 * @module
 */
import { placeInFile } from "./place_in_file.ts";

/**
 * What a path is set in: quotes, backticks, spaces. Tried at the beginning of a run alone: at each of its characters,
 * 100,000 of them took 5 s.
 */
const SETTING = /^[\s"'`]+|(?<![\s"'`])[\s"'`]+$/g;

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
  const set = path.replace(SETTING, ""), bare = placeInFile(set)?.path ?? set;
  return decoded(bare.replaceAll("\\ ", " ")).replaceAll("\\", "/");
}

/** The text that percent-encoding stands for; one that is none (`100%.txt`) means what it writes. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
