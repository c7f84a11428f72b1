/**
 * The answer to a call that failed for a reason of ours: an id for the caller, the cause on stderr.
 * @module
 */
import { FAULTS } from "../model/faults.ts";
import type { Lang } from "../model/lang.ts";
import { ToolError } from "../model/tool_error.ts";
import type { Answer } from "../toolsets/tool.ts";

/** Answers for `error`; what is no ToolError is a bug, and gets an id that is also on stderr. */
export function bugAnswer(error: unknown, lang: Lang): Answer {
  const known = error instanceof ToolError ? error : internal(error);
  const [message, hint] = FAULTS[known.key][lang].map((words) => filled(words, known));
  const structured = { error: { code: known.code, message, hint } };
  return { text: `${known.code}: ${message} ${hint}`, structured, isError: true, found: false };
}

function internal(error: unknown): ToolError {
  const id = crypto.randomUUID().slice(0, 8);
  console.error(`fossick: internal error ${id}:`, error);
  return new ToolError("internal", { id });
}

function filled(words: string, { params }: ToolError): string {
  return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
