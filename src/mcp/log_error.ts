/**
 * The error log on stderr, and answers of calls that failed by a bug, with an id whose cause stands there.
 * @module
 */
import { errorAnswer } from "../format/error_answer.ts";
import { textValue } from "../format/safe_text.ts";
import type { Lang } from "../model/messages/messages.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { Answer, Tool } from "../toolsets/tool.ts";

/** Logs an error. Its message may be a client's: it is escaped to one line, and can't drive a terminal. */
export function logError(error: unknown, what = ""): void {
  console.error(`fossick: ${what}${textValue(error instanceof Error ? error.message : String(error))}`);
}

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

/** Logs unhandled rejections and errors of event handlers: an error in one call must not end all the others. */
export function logUncaughtErrors(): void {
  addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    console.error("fossick: internal error:", event.reason);
  });
  addEventListener("error", (event) => {
    event.preventDefault();
    console.error("fossick: internal error:", event.error);
  });
}
