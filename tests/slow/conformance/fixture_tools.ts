/**
 * The tools that the conformance suite calls by name: each uses one feature of the protocol.
 * @module
 */
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ContentBlock,
  createRequestStateCodec,
  type ElicitRequestFormParams,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import * as z from "zod";

/** One transparent pixel, in base64. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A sound of no samples, at 8 kHz. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/** A tool for the suite. */
export interface FixtureTool {
  readonly listed: Tool;
  call(context: ServerContext): Promise<CallToolResult | InputRequiredResult>;
}

const STATE = createRequestStateCodec<{ readonly round: number }>({ key: crypto.getRandomValues(new Uint8Array(32)) });

/** All tools, in listing order. */
export const FIXTURE_TOOLS: readonly FixtureTool[] = [
  tool("test_simple_text", () => content({ type: "text", text: "This is a simple text response for testing." })),
  tool("test_image_content", () => content(image())),
  tool("test_audio_content", () => content({ type: "audio", data: WAV, mimeType: "audio/wav" })),
  tool(
    "test_embedded_resource",
    () => content(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  ),
  tool("test_multiple_content_types", () =>
    content(
      { type: "text", text: "Multiple content types test:" },
      image(),
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    )),
  tool(
    "test_error_handling",
    () => ({ ...said("This tool intentionally returns an error for testing"), isError: true }),
  ),
  tool("test_tool_with_logging", (context) => logging(context)),
  tool("test_logging_tool", (context) => logging(context)),
  tool("test_tool_with_progress", (context) => progressing(context)),
  tool("test_missing_capability", (context) => {
    if (capabilities(context).sampling !== undefined) return said("The client has a model to lend.");
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  }),
  tool("test_streaming_elicitation", ({ mcpReq }) => {
    return acceptedContent(mcpReq.inputResponses, "user_name") ? said("Thanks.") : needed({ user_name: NAME });
  }),
  tool("test_input_required_result_elicitation", ({ mcpReq }) => {
    const { name } = acceptedContent(mcpReq.inputResponses, "user_name") ?? {};
    return typeof name === "string" ? said(`Hello, ${name}!`) : needed({ user_name: NAME });
  }),
  tool("test_input_required_result_sampling", ({ mcpReq }) => {
    const view = inputResponse(mcpReq.inputResponses, "capital_question");
    if (view.kind === "sampling") return said(JSON.stringify(view.result.content));
    return needed({ capital_question: sampling("What is the capital of France?", 100) });
  }),
  tool("test_input_required_result_list_roots", ({ mcpReq }) => {
    const view = inputResponse(mcpReq.inputResponses, "client_roots");
    if (view.kind === "roots") return said(`The client's roots: ${view.roots.map(({ uri }) => uri).join(", ")}`);
    return needed({ client_roots: inputRequired.listRoots() });
  }),
  tool("test_input_required_result_request_state", (context) => confirmed(context, "state-ok")),
  tool("test_input_required_result_tampered_state", (context) => confirmed(context, "untouched")),
  tool("test_input_required_result_multiple_inputs", async (context) => {
    const { inputResponses } = context.mcpReq;
    const kinds = ["user_name", "greeting", "client_roots"].map((key) => inputResponse(inputResponses, key).kind);
    if (await roundOf(context) === 1 && !kinds.includes("missing")) return said(`Received: ${kinds.join(", ")}`);
    return needed({
      user_name: NAME,
      greeting: sampling("Generate a greeting", 50),
      client_roots: inputRequired.listRoots(),
    }, await STATE.mint({ round: 1 }, context));
  }),
  tool("test_input_required_result_multi_round", async (context) => {
    const round = await roundOf(context);
    if (round === 2 && accepted(context, "step2")) return said("Both steps are done.");
    if (round === 1 && accepted(context, "step1")) {
      return needed(
        { step2: ask("Step 2: What is your favorite color?", "color") },
        await STATE.mint({ round: 2 }, context),
      );
    }
    return needed({ step1: ask("Step 1: What is your name?", "name") }, await STATE.mint({ round: 1 }, context));
  }),
  tool("test_input_required_result_capabilities", (context) => {
    const { elicitation, sampling: model } = capabilities(context);
    return needed({
      ...(elicitation !== undefined && { user_name: NAME }),
      ...(model !== undefined && { greeting: sampling("Generate a greeting", 50) }),
    }, "asked");
  }),
  {
    listed: { name: "json_schema_2020_12_tool", description: "Has every keyword", inputSchema: schema2020() },
    call: () => Promise.resolve(said("It is the schema that counts.")),
  },
];

type Called = CallToolResult | InputRequiredResult;

/** A tool without arguments. */
function tool(name: string, call: (context: ServerContext) => Called | Promise<Called>): FixtureTool {
  const description = `For the conformance suite: ${name}`, inputSchema = { type: "object" as const, properties: {} };
  return { listed: { name, description, inputSchema }, call: async (context) => await call(context) };
}

function content(...blocks: ContentBlock[]): CallToolResult {
  return { content: blocks };
}

function said(text: string): CallToolResult {
  return content({ type: "text", text });
}

function image(): ContentBlock {
  return { type: "image", data: PNG, mimeType: "image/png" };
}

function resource(uri: string, mimeType: string, text: string): ContentBlock {
  return { type: "resource", resource: { uri, mimeType, text } };
}

async function logging({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const text of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await mcpReq.log("info", text);
    await pause();
  }
  return said("Three things were logged.");
}

async function progressing({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    const params = { progressToken, progress, total: 100 };
    if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params });
    await pause();
  }
  return said("Three steps are done.");
}

/** Pauses: the suite expects notifications some milliseconds apart. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

type Properties = ElicitRequestFormParams["requestedSchema"]["properties"];

function form(message: string, properties: Properties, ...required: string[]): ElicitRequestFormParams {
  return { message, requestedSchema: { type: "object", properties, ...(required.length > 0 && { required }) } };
}

function question(text: string, maxTokens: number) {
  return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }], maxTokens };
}

function sampling(text: string, maxTokens: number) {
  return inputRequired.createMessage(question(text, maxTokens));
}

/** An elicitation of one word. */
export function ask(message: string, field: string) {
  return inputRequired.elicit(form(message, { [field]: { type: "string" } }, field));
}

const NAME = ask("What is your name?", "name");

function needed(
  inputRequests: Exclude<InputRequiredResult["inputRequests"], undefined>,
  requestState?: string,
): InputRequiredResult {
  return inputRequired({ inputRequests, ...(requestState !== undefined && { requestState }) });
}

function accepted({ mcpReq }: ServerContext, key: string): boolean {
  return acceptedContent(mcpReq.inputResponses, key) !== undefined;
}

/** The round that this request continues; 0 for the first. Throws for a foreign state. */
async function roundOf(context: ServerContext): Promise<number> {
  const state = context.mcpReq.requestState<string>();
  return state === undefined ? 0 : (await STATE.verify(state, context)).round;
}

async function confirmed(context: ServerContext, text: string): Promise<Called> {
  if (await roundOf(context) === 1 && accepted(context, "confirm")) return said(text);
  const confirm = inputRequired.elicit(form("Please confirm", { ok: { type: "boolean" } }, "ok"));
  return needed({ confirm }, await STATE.mint({ round: 1 }, context));
}

const Declared = z.looseObject({ sampling: z.unknown().optional(), elicitation: z.unknown().optional() }).catch({
  sampling: undefined,
  elicitation: undefined,
});

/** The capabilities that the request's client declares. */
function capabilities({ mcpReq }: ServerContext): z.output<typeof Declared> {
  return Declared.parse(Object(mcpReq.envelope)[CLIENT_CAPABILITIES_META_KEY]);
}

function schema2020(): Tool["inputSchema"] {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  };
}
