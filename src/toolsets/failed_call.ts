/**
 * The error answer of a call that failed: its fault, and the nearest existing names.
 * @module
 */
import { type CalledTool, EMPTY_BODY, errorAnswer, looksLikeGlob } from "../format/error_answer.ts";
import { textPath, textValue } from "../format/safe_text.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { parsePathWithLines } from "../model/path_with_lines.ts";
import type { Answer, CallContext } from "./tool.ts";

/** Answers a call that failed with `error`, with the nearest names where a path or a symbol is not there. */
export async function failureAnswer(error: ToolError, tool: CalledTool, context: CallContext): Promise<Answer> {
  const { path, nearest: symbols } = error.params;
  const isPath = error.key === "not_found" && typeof path === "string" && !looksLikeGlob(error);
  const nearest = isPath
    ? await nearestPaths(parsePathWithLines(path)?.path ?? path, context)
    : error.key.startsWith("symbol_")
    ? String(symbols ?? "").split("\n").filter((name) => name !== "")
    : [];
  const names = nearest.map(isPath ? textPath : textValue).join(", ");
  const body = names === "" ? EMPTY_BODY : { fields: { nearest }, lines: [`Nearest existing: ${names}.`] };
  return errorAnswer(error, tool, context.lang, body);
}

const NEAREST = { limit: 3, timeoutMs: 300 };

/** Existing paths near one that does not exist. Errors are ignored: they would hide what the answer is about. */
export async function nearestPaths(path: string, { run }: CallContext): Promise<readonly string[]> {
  try {
    return (await run({ op: "nearest", path, ...NEAREST })).paths;
  } catch (error) {
    if (error instanceof ToolError && error.key !== "cancelled") return [];
    throw error;
  }
}
