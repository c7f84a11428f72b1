/**
 * Accepts paths as an answer shortened them, without its `path_prefix`.
 * @module
 */
import { say } from "../../format/phrases.ts";
import { textPath } from "../../format/safe_text.ts";
import type { Lang } from "../../model/messages/lang.ts";
import type { ToolCall } from "../define_tool.ts";

/** Paths named in a note; of more it gives the number. */
const MAX_NAMED_PATHS = 5;

/**
 * Restores those of `paths` that the client's latest answer shortened and that name nothing as they are. A note of the
 * call says which files were taken.
 * @throws ToolError `timeout` if there is no time to look them up
 */
export async function restoreShortPaths(
  paths: readonly string[],
  { context, notes }: ToolCall,
): Promise<readonly string[]> {
  const { shortPaths, run, timeoutMs } = context;
  const short = paths.filter((path) => shortPaths?.fullPath(path) !== undefined);
  if (short.length === 0) return paths;
  const { places } = await run({ op: "locate", paths: short, timeoutMs });
  const missing = new Set(short.filter((_, i) => places[i]?.kind === "missing"));
  if (missing.size === 0) return paths;
  const whole = (path: string) => missing.has(path) ? shortPaths?.fullPath(path) ?? path : path;
  notes.sentences.push(shortPathsNote([...missing].map(whole), context.lang));
  return paths.map(whole);
}

function shortPathsNote(wholes: readonly string[], lang: Lang): string {
  const named = wholes.slice(0, MAX_NAMED_PATHS).map(textPath).join(", "), rest = wholes.length - MAX_NAMED_PATHS;
  return say(lang, "short_paths", { paths: rest > 0 ? `${named}, … (+${rest})` : named });
}
