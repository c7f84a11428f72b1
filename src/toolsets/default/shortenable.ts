/**
 * Whether the paths of an answer can be given without what they begin with in common.
 * @module
 */
import { pathsOf, type PathStyle } from "../../format/paths.ts";
import { ToolError } from "../../model/tool_error.ts";
import type { Call } from "../define_tool.ts";

/** Milliseconds for looking; what is not known by then is not shortened. */
const LOOK_MS = 500;

/**
 * Whether none of `paths`, shortened, is the path of something else: whoever gave it back would be given that.
 * @param style how they would be written, but for what they have in common
 */
export async function isShortenable(
  paths: readonly string[],
  style: Omit<PathStyle, "optimize">,
  call: Call,
): Promise<boolean> {
  const { prefix, shown } = pathsOf(paths, { ...style, optimize: true });
  if (prefix === "") return true;
  const short = paths.map(shown), first = (path: string) => path.split("/", 1)[0];
  // What begins with a quotation mark may be read as a JSON string, of another name; or else as a URL.
  if (short.some((path) => /^(?:"|file:\/)/i.test(path))) return false;
  try {
    // Mostly not even the first name of any is the name of something.
    const taken = await existing([...new Set(short.map(first))], call);
    const doubtful = paths.filter((path) => taken.has(first(shown(path))));
    if (doubtful.length === 0) return true;
    const found = await existing(doubtful.map(shown), call);
    // Without the project root before it an absolute path is still its own file's.
    return doubtful.every((path) => (found.get(shown(path)) ?? path) === path);
  } catch (error) {
    if (error instanceof ToolError && error.key === "timeout") return false;
    throw error;
  }
}

/** Those that lead somewhere, and what is there. */
async function existing(paths: readonly string[], { context }: Call): Promise<Map<string, string>> {
  const { places } = await context.run({ op: "locate", paths, timeoutMs: LOOK_MS });
  return new Map(paths.flatMap((path, i) => {
    const place = places[i];
    return place === undefined || place.kind === "missing" ? [] : [[path, place.shown] as const];
  }));
}
