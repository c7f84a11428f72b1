/**
 * Understands a path that came back as an answer had shortened it: without the answer's `path_prefix`.
 * @module
 */
import { say } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { Lang } from "../model/lang.ts";
import type { Call } from "./define_tool.ts";

/** Whole paths that are named in a note; of more it says how many. */
const NAMED = 5;

/**
 * Makes those of `paths` whole that the client's latest answer gave short and that name nothing as they stand. The call's
 * notes say which files they are.
 * @throws ToolError `timeout` where there is no time to look what they name
 */
export async function wholePaths(paths: readonly string[], { context, caps }: Call): Promise<readonly string[]> {
  const { shortPaths, run, timeoutMs } = context;
  const short = paths.filter((path) => shortPaths?.wholeOf(path) !== undefined);
  if (short.length === 0) return paths;
  const { places } = await run({ op: "locate", paths: short, timeoutMs });
  const missing = new Set(short.filter((_, i) => places[i]?.kind === "missing"));
  if (missing.size === 0) return paths;
  const whole = (path: string) => missing.has(path) ? shortPaths?.wholeOf(path) ?? path : path;
  caps.notes.push(noteOf([...missing].map(whole), context.lang));
  return paths.map(whole);
}

function noteOf(wholes: readonly string[], lang: Lang): string {
  const named = wholes.slice(0, NAMED).map(textPath).join(", "), rest = wholes.length - NAMED;
  return say(lang, "short_paths", { paths: rest > 0 ? `${named}, … (+${rest})` : named });
}
