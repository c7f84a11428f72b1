/**
 * The real server with additional tools, prompts and resources for the conformance suite. Requests for anything else
 * go to the real server's handlers.
 * @module
 */
import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { buildServer } from "../../../src/mcp/server.ts";
import { FIXTURE_PROMPTS } from "./fixture_prompts.ts";
import { FIXTURE_RESOURCES, FIXTURE_TEMPLATES, fixtureContents } from "./fixture_resources.ts";
import { FIXTURE_TOOLS } from "./fixture_tools.ts";

/** `buildServer` with the fixtures. */
export function buildFixtureServer(...real: Parameters<typeof buildServer>): Server {
  const server = buildServer(...real);
  server.registerCapabilities({ completions: {}, logging: {}, resources: { subscribe: true } });
  const own = handlersOf(server);
  server.setRequestHandler("tools/list", async (request, context) => {
    const { tools } = Object(await own(request, context));
    return { tools: [...tools, ...FIXTURE_TOOLS.map(({ listed }) => listed)] };
  });
  server.setRequestHandler("tools/call", async (request, context) => {
    const fixture = FIXTURE_TOOLS.find(({ listed }) => listed.name === request.params.name);
    return fixture === undefined
      ? Object(await own(request, context))
      : await fixture.call(request.params.arguments ?? {}, context);
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
