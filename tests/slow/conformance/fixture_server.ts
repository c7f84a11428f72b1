/**
 * A program: the real server over HTTP, with the tools, prompts and resources that the conformance suite asks for by
 * name. Requests for anything else go to the real server's handlers. Prints its URL.
 * @module
 */
import {
  acceptedContent,
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type Prompt,
  type PromptMessage,
  type ReadResourceResult,
  type Resource,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { listenHttp } from "../../../src/cli/serve/http_server.ts";
import { startService } from "../../../src/cli/start/start_service.ts";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";
import { buildServer } from "../../../src/mcp/server.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { ask, FIXTURE_TOOLS, PNG } from "./fixture_tools.ts";

/** `buildServer` with the fixtures. */
function buildFixtureServer(...real: Parameters<typeof buildServer>): Server {
  const server = buildServer(...real);
  server.registerCapabilities({ completions: {}, logging: {}, resources: { subscribe: true } });
  const own = handlersOf(server);
  server.setRequestHandler("tools/list", async (request, context) => {
    const { tools } = Object(await own(request, context));
    return { tools: [...tools, ...FIXTURE_TOOLS.map(({ listed }) => listed)] };
  });
  server.setRequestHandler("tools/call", async (request, context) => {
    const fixture = FIXTURE_TOOLS.find(({ listed }) => listed.name === request.params.name);
    return fixture === undefined ? Object(await own(request, context)) : await fixture.call(context);
  });
  server.setRequestHandler("prompts/list", async (request, context) => {
    const { prompts } = Object(await own(request, context));
    return { prompts: [...prompts, ...FIXTURE_PROMPTS.map(({ listed }) => listed)] };
  });
  server.setRequestHandler("prompts/get", async (request, context) => {
    const fixture = FIXTURE_PROMPTS.find(({ listed }) => listed.name === request.params.name);
    return fixture?.get(request.params.arguments ?? {}, context) ?? Object(await own(request, context));
  });
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
  withResources(server, own);
  return server;
}

function withResources(server: Server, own: Handler): void {
  server.setRequestHandler("resources/list", async (request, context) => {
    const { resources } = Object(await own(request, context));
    return { resources: [...resources, ...FIXTURE_RESOURCES] };
  });
  server.setRequestHandler("resources/templates/list", async (request, context) => {
    const { resourceTemplates } = Object(await own(request, context));
    return { resourceTemplates: [...resourceTemplates, ...FIXTURE_TEMPLATES] };
  });
  server.setRequestHandler("resources/read", async (request, context) => {
    return fixtureContents(request.params.uri) ?? Object(await own(request, context));
  });
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}

/** Answers a request as the real server does. */
type Handler = (request: { readonly method: string }, context: ServerContext) => Promise<unknown>;

/** The current handlers of `server`; the SDK has no API for them. */
function handlersOf(server: Server): Handler {
  const registered: unknown = Reflect.get(server, "_requestHandlers");
  if (!(registered instanceof Map)) throw new Error("the SDK keeps its handlers elsewhere");
  const handlers = new Map(registered);
  return async ({ method, ...rest }, context) => {
    const handler: unknown = handlers.get(method);
    if (typeof handler !== "function") throw new Error(`the real server has no handler for ${method}`);
    return await handler({ jsonrpc: "2.0", id: 0, method, ...rest }, context);
  };
}

/** A prompt for the suite. */
interface FixturePrompt {
  readonly listed: Prompt;
  get(args: Readonly<Record<string, string>>, context: ServerContext): GetPromptResult | InputRequiredResult;
}

/** All prompts, in listing order. */
const FIXTURE_PROMPTS: readonly FixturePrompt[] = [
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

/** The entries of `resources/list`. */
const FIXTURE_RESOURCES: readonly Resource[] = [
  { uri: "test://static-text", name: "static-text", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", mimeType: "image/png" },
  { uri: "test://watched-resource", name: "watched-resource", mimeType: "text/plain" },
];

/** The entries of `resources/templates/list`. */
const FIXTURE_TEMPLATES = [{ uriTemplate: "test://template/{id}/data", name: "template" }];

/** The contents of a fixture's URI; undefined for any other. */
function fixtureContents(uri: string): ReadResourceResult | undefined {
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  const text = fixtureText(uri);
  return text === undefined ? undefined : { contents: [{ uri, ...text }] };
}

function fixtureText(uri: string): { mimeType: string; text: string } | undefined {
  if (uri === "test://static-text") {
    return { mimeType: "text/plain", text: "This is the content of the static text resource." };
  }
  if (uri === "test://watched-resource") return { mimeType: "text/plain", text: "Nothing ever happens to it." };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return undefined;
  return { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
}

const command = parseCommandLine(Deno.args, toolsOf);
if (command.verb !== "serve" || command.settings.http === undefined) throw new Error("it only serves over HTTP");
const { service } = await startService(command.settings, { keep: ["net"] });
const { host } = command.settings.http;
const server = await listenHttp({ hostname: host, port: 0 }, (request) => face.fetch(request));
const face = createHttpHandler(service, { host, port: server.port }, buildFixtureServer);
console.log(`http://${host}:${server.port}/mcp`);
