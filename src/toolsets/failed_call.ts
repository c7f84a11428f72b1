/**
 * The error answer of a call that failed: its fault, and the nearest existing names.
 * @module
 */
import { type CalledTool, EMPTY_BODY, errorAnswer, looksLikeGlob } from "../format/error_answer.ts";
import { textPath, textValue } from "../format/safe_text.ts";
import type { Body } from "../format/page.ts";
import { type FaultKey, ToolError } from "../model/messages/tool_error.ts";
import { likelyPath, parsePathWithLines } from "../model/path_with_lines.ts";
import type { Answer, CallContext } from "./tool.ts";

/** Answers a call that failed with `error`, with the nearest names where a path or a symbol is not there. */
export async function failureAnswer(error: ToolError, tool: CalledTool, context: CallContext): Promise<Answer> {
  const body = error.params.nearest !== undefined && /^symbol_/.test(error.key)
    ? nearestBody(String(error.params.nearest).split("\n").filter((name) => name !== ""), textValue)
    : await nearestPathsBody(error, context);
  return errorAnswer(error, tool, context.lang, body);
}

function nearestBody(nearest: readonly string[], shown: (name: string) => string): Body {
  if (nearest.length === 0) return EMPTY_BODY;
  return { fields: { nearest }, lines: [`Nearest existing: ${nearest.map(shown).join(", ")}.`] };
}

/** Milliseconds for looking up the nearest existing paths. */
const NEAREST_MS = 300;
/** Suffixes of a path, or paths in one string, that are looked up. */
const MAX_PATHS = 32;

/** Names existing paths similar to a path that does not exist or lies outside the roots. */
async function nearestPathsBody(error: ToolError, { run }: CallContext): Promise<Body> {
  const { path } = error.params;
  if (typeof path !== "string" || looksLikeGlob(error)) return EMPTY_BODY;
  try {
    return nearestBody(await nearestPaths(error.key, parsePathWithLines(path)?.path ?? path, run), textPath);
  } catch (failure) {
    if (failure instanceof ToolError) return EMPTY_BODY;
    throw failure;
  }
}

async function nearestPaths(key: FaultKey, path: string, run: CallContext["run"]): Promise<readonly string[]> {
  const existing = async (paths: readonly string[]) => {
    const { places } = await run({ op: "locate", paths, timeoutMs: NEAREST_MS });
    return places.flatMap((place) => place === null || place.kind === "missing" ? [] : [place.shown]);
  };
  if (key === "outside") return (await existing(pathSuffixes(path))).slice(0, 1);
  if (key !== "not_found") return [];
  const candidates = path.split(/[\s,]+/).filter((part) => part !== "").slice(0, MAX_PATHS);
  const existingParts = candidates.length > 1 ? await existing(candidates) : [];
  if (existingParts.length === candidates.length) return existingParts;
  return (await run({ op: "nearest", path, limit: 3, timeoutMs: NEAREST_MS })).paths;
}

/**
 * Paths that a path of another machine or checkout, or one with a slash before the root's name, may mean here; the
 * likeliest first.
 */
function pathSuffixes(path: string): string[] {
  const segments = likelyPath(path).split("/").filter((name) => name !== "" && name !== ".").slice(-MAX_PATHS);
  return segments.map((_, i) => segments.slice(i).join("/"));
}
