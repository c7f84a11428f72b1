/**
 * The prompts that the conformance suite requests by name.
 * @module
 */
import {
  acceptedContent,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type Prompt,
  type PromptMessage,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { PNG } from "./fixture_media.ts";
import { ask } from "./fixture_tools.ts";

/** A prompt for the suite. */
export interface FixturePrompt {
  readonly listed: Prompt;
  get(args: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

/** All prompts, in listing order. */
export const FIXTURE_PROMPTS: readonly FixturePrompt[] = [
  prompt("test_simple_prompt", [], () => messages(text("This is a simple prompt for testing."))),
  prompt(
    "test_prompt_with_arguments",
    ["arg1", "arg2"],
    ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  ),
  prompt("test_prompt_with_embedded_resource", ["resourceUri"], ({ resourceUri = "" }) =>
    messages(
      {
        type: "resource",
        resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." },
      },
      text("Please process the embedded resource above."),
    )),
  prompt(
    "test_prompt_with_image",
    [],
    () => messages({ type: "image", data: PNG, mimeType: "image/png" }, text("Please analyze the image above.")),
  ),
  prompt("test_input_required_result_prompt", [], (_, { mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, "user_context");
    if (given !== undefined) return messages(text(`Context: ${given.context}`));
    return inputRequired({ inputRequests: { user_context: ask("What context should the prompt use?", "context") } });
  }),
];

function prompt(name: string, required: readonly string[], get: FixturePrompt["get"]): FixturePrompt {
  const args = required.map((argument) => ({ name: argument, required: true }));
  return { listed: { name, description: `For the conformance suite: ${name}`, arguments: args }, get };
}

function messages(...contents: PromptMessage["content"][]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: "user", content })) };
}

function text(text: string): PromptMessage["content"] {
  return { type: "text", text };
}
