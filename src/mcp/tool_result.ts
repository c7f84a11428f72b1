/**
 * Answers as results of `tools/call`.
 * @module
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { SentAs } from "../model/sent_as.ts";
import type { Answer } from "../toolsets/tool.ts";

/** The result that sends `answer`. Errors always have their text: some hosts show nothing else of them. */
export function toolResult({ text, structured, isError }: Answer, sentAs: SentAs): CallToolResult {
  const shown = sentAs === "structured" && !isError ? "The answer is in the structured content." : text;
  return {
    content: [{ type: "text", text: shown }],
    ...(sentAs !== "text" && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}
