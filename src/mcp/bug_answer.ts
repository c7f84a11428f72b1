/**
 * Answers calls that failed: a known fault in words, a bug with an id. The cause of a bug goes to stderr.
 * @module
 */
import { errorAnswer } from "../format/error_answer.ts";
import type { Lang } from "../model/messages/lang.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { Answer, Tool } from "../toolsets/tool.ts";

/** Answers a call of `tool` that failed with `error`. */
export function bugAnswer(error: unknown, tool: Tool, lang: Lang): Answer {
  return errorAnswer(error instanceof ToolError ? error : internalFault(error), tool, lang);
}

/** The fault that reports a bug. Writes its cause to stderr. */
export function internalFault(error: unknown): ToolError {
  const id = crypto.randomUUID().slice(0, 8);
  console.error(`fossick: internal error ${id}:`, error);
  return new ToolError("internal", { id });
}
