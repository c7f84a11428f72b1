/**
 * The error answer of a call that failed: its fault, the call mended, and the nearest existing paths.
 * @module
 */
import type * as z from "zod";
import { type CalledTool, EMPTY_BODY, errorAnswer, looksLikeGlob } from "../format/error_answer.ts";
import type { Args, CurrentCall } from "../format/current_call.ts";
import { say } from "../format/phrases.ts";
import { textPath, textValue } from "../format/safe_text.ts";
import type { AnswerBody } from "../format/render_page.ts";
import type { FaultKey } from "../model/messages/faults.ts";
import { likelyPath } from "../model/likely_path.ts";
import { LIMITS } from "../model/limits.ts";
import { parsePathWithLines } from "../model/path_with_lines.ts";
import { type FaultData, ToolError } from "../model/messages/tool_error.ts";
import type { Answer, CallContext } from "./tool.ts";

/** A tool, and the call of it that failed. */
export type FailedTool = CalledTool & { readonly currentCall: CurrentCall };

/** Answers a call that failed with `error`. @param fault the error's fault, with the arguments that mend the call */
export async function failureAnswer(
  error: ToolError,
  fault: FaultData,
  tool: FailedTool,
  context: CallContext,
): Promise<Answer> {
  const body = error.key === "symbol_not_found" || error.key === "symbol_not_reached"
    ? nearestSymbolsBody(error, tool.currentCall)
    : await nearestPathsBody(error, context, tool.currentCall);
  return errorAnswer(fault, tool, context.lang, body);
}

/** Names the definitions similar to one that does not exist. */
function nearestSymbolsBody({ params, correctedArgs }: ToolError, call: CurrentCall): AnswerBody {
  if (!params.nearest) return EMPTY_BODY;
  const nearest = String(params.nearest).split("\n"), names = textValue(nearest.join(", "));
  const sentence = say(call.lang, "nearest_symbols", { names, call: call.render(correctedArgs) });
  return { fields: { nearest }, lines: [sentence] };
}

/** A fault with the arguments that mend it: a longer timeout, if the tool takes one and the call was below the cap. */
export function withMendingChanges(error: ToolError, { args }: CurrentCall, { shape }: z.ZodObject): FaultData {
  if (error.key !== "timeout") return error;
  const { params } = error, { cap } = LIMITS.timeoutMs;
  if (!Object.hasOwn(shape, "timeout_ms")) return { key: "timeout", params };
  return Number(args.timeout_ms) >= cap
    ? { key: "timeout_at_cap", params }
    : { key: "timeout", params, correctedArgs: { timeout_ms: cap } };
}

/** Milliseconds for looking up the nearest existing paths. */
const NEAREST_MS = 300;
/** Suffixes of a path, or paths in one string, that are looked up. */
const MAX_PATHS = 32;

/** Names existing paths similar to a path that does not exist or lies outside the roots. */
async function nearestPathsBody(error: ToolError, { run, lang }: CallContext, call: CurrentCall): Promise<AnswerBody> {
  const { path } = error.params;
  if (typeof path !== "string" || looksLikeGlob(error)) return EMPTY_BODY;
  // The lines after a path stay in the mended call.
  const file = parsePathWithLines(path)?.path ?? path, lines = path.slice(file.length);
  try {
    const paths = await nearestPaths(error.key, file, run);
    if (paths.length === 0) return EMPTY_BODY;
    const existing = paths.map(textPath).join(", "), changes = replacePath(call.args, path, paths[0] + lines);
    const sentence = changes === undefined
      ? say(lang, "nearest_paths", { paths: existing })
      : say(lang, "nearest_call", { paths: existing, call: call.render(changes) });
    return { fields: { nearest: paths }, lines: [sentence] };
  } catch (failure) {
    if (failure instanceof ToolError) return EMPTY_BODY;
    throw failure;
  }
}

/** The argument that has `path`, alone or in a list, with `other` in its place. */
function replacePath(args: Args, path: string, other: string): Args | undefined {
  const [field, value] = Object.entries(args).find(([, value]) => [value].flat().includes(path)) ?? [];
  if (field === undefined) return undefined;
  return { [field]: Array.isArray(value) ? value.map((one) => one === path ? other : one) : other };
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
