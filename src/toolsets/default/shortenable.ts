/**
 * Whether the paths of an answer can be given without what they begin with in common.
 * @module
 */
import { commonDirectory } from "../../format/paths.ts";
import { ToolError } from "../../model/tool_error.ts";
import type { Call } from "../define_tool.ts";

/** Milliseconds for looking; what is not known by then is not shortened. */
const LOOK_MS = 500;

/** Whether none of `paths`, shortened, is the path of something else: whoever gave it back would be given that. */
export async function isShortenable(paths: readonly string[], call: Call): Promise<boolean> {
  const cut = commonDirectory(paths).length;
  if (cut === 0) return true;
  const short = paths.map((path) => path.slice(cut)), first = (path: string) => path.split("/", 1)[0];
  // What begins with a quotation mark may be read as a JSON string, of another name.
  if (short.some((path) => path.startsWith('"'))) return false;
  try {
    // Mostly not even the first name of any is the name of something.
    const taken = await existing([...new Set(short.map(first))], call);
    const doubtful = short.filter((path) => taken.has(first(path)));
    return doubtful.length === 0 || (await existing(doubtful, call)).size === 0;
  } catch (error) {
    if (error instanceof ToolError && error.key === "timeout") return false;
    throw error;
  }
}

/** Those that lead somewhere. */
async function existing(paths: readonly string[], { context }: Call): Promise<Set<string>> {
  const { places } = await context.run({ op: "locate", paths, prefixes: [], timeoutMs: LOOK_MS });
  return new Set(paths.filter((_, i) => (places[i]?.kind ?? "missing") !== "missing"));
}
