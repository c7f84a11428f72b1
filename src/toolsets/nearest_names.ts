/**
 * What exists and is most like a name that nothing has: for patterns that are, or begin with, a name as it stands.
 * @module
 */
import { say } from "../format/phrases.ts";
import { textPath } from "../format/safe_text.ts";
import type { NameTest } from "../model/request.ts";
import { ToolError } from "../model/tool_error.ts";
import { isLong } from "./glob_of.ts";
import type { CallContext } from "./tool.ts";

/** Milliseconds of both looks, and the least that is worth it for one. */
const LOOK_MS = 600, LEAST_MS = 50;
/** Paths that are named. */
const MOST = 3;
/** Letters and digits of a name that is worth it. */
const TELLING = 4;

/**
 * A hint with the paths nearest to `path`; none where that exists, nothing is near, or there is no time.
 * @param leftMs milliseconds there are
 */
export async function nearestNames(
  path: string | undefined,
  leftMs: number,
  context: Pick<CallContext, "run" | "lang">,
): Promise<string[]> {
  const timeoutMs = Math.floor(Math.min(LOOK_MS, leftMs) / 2);
  if (path === undefined || timeoutMs < LEAST_MS) return [];
  const paths = await nearestTo(path, timeoutMs, context);
  return paths.length === 0 ? [] : [say(context.lang, "nearest_paths", { paths: paths.map(textPath).join(", ") })];
}

/** A hint is not worth an error: what takes too long finds nothing. */
async function nearestTo(path: string, timeoutMs: number, { run }: Pick<CallContext, "run">) {
  try {
    const { places: [place] } = await run({ op: "locate", paths: [path], timeoutMs });
    if (place?.kind !== "missing") return [];
    return (await run({ op: "nearest", path, limit: MOST, timeoutMs })).paths;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}

/**
 * The path that a glob is, at any depth or as it stands, or that it begins with, if it does: there a slip in a name of
 * a directory keeps everything below from being found.
 *
 * @example
 * ```ts
 * literalPathOf("**\/serach.ts"); // "serach.ts"
 * literalPathOf("src/enigne/**\/*.ts"); // "src/enigne"
 * literalPathOf("src/**\/serach.ts"); // "src/serach.ts"
 * literalPathOf("*.ts"); // undefined
 * ```
 */
export function literalPathOf(glob: string): string | undefined {
  const names = glob.split("/").filter((name) => !["", ".", "**"].includes(name));
  const signs = names.findIndex((name) => /[*?[\]{}\\!]/.test(name));
  return telling((signs < 0 ? names : names.slice(0, signs)).join("/"));
}

/** The name that a test of names asks for, where it is one as it stands: between anchors, its dots escaped or not. */
export function literalNameOf({ pattern, syntax }: NameTest): string | undefined {
  if (syntax === "glob") return literalPathOf(pattern);
  const bare = pattern.replace(/^\^|\$$/g, "").replaceAll("\\.", ".");
  return /[\\^$*+?()[\]{}|]/.test(bare) ? undefined : telling(bare);
}

function telling(path: string): string | undefined {
  return isLong([path]) || (path.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < TELLING ? undefined : path;
}
