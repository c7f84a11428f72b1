/**
 * The forms of an answer that clients are sent.
 *
 * If an answer has text and structured content, some clients show the model the structured content alone. If it has
 * text alone, they show the text, which costs less: nothing in it is quoted or escaped.
 * @module
 */
import type { AnswersRule, SentAs } from "../model/output_form.ts";

/**
 * Clients that show the model the structured content, alone or beside the text, if there is any: how their
 * `clientInfo.name` begins, each with its source.
 */
export const TEXT_CLIENTS: readonly string[] = [
  // Claude Code. `deno task hosts` (2.1.332), and anthropics/claude-code#79944: if an answer has both, the model gets
  // the structured content, otherwise the text.
  "claude-code",
  // Codex. `deno task hosts` (0.169.0), and openai/codex, codex-rs/protocol/src/models.rs: structured content that is not
  // null replaces the text.
  "codex-mcp-client",
  // VS Code and its Insiders (`productService.nameLong`). microsoft/vscode,
  // src/vs/workbench/contrib/mcp/common/mcpLanguageModelToolContribution.ts: the text is left out if there is structured
  // content.
  "Visual Studio Code",
  // Cursor. modelcontextprotocol/modelcontextprotocol#1411: it shows structured content, if there is any, instead of the
  // text.
  "cursor-vscode",
  // Copilot CLI: it shows both, so the model would pay twice.
  "copilot-cli",
  // Qwen Code. `deno task hosts` (0.24.4): it shows both. The name that the user gave the server follows.
  "qwen-cli-mcp-client-",
];

/** Whether a client called `name` would show its model structured content. */
export function isTextClient(name: string): boolean {
  return TEXT_CLIENTS.some((known) => name.startsWith(known));
}

/** The forms that a client called `name` (undefined: not known) is sent under `rule`. */
export function sentAsFor(rule: AnswersRule = "auto", name?: string): SentAs {
  if (rule !== "auto") return rule;
  return name !== undefined && isTextClient(name) ? "text" : "both";
}
