/**
 * What a server offers beside its tools: prompts and resources.
 * @module
 */
import type { Server } from "@modelcontextprotocol/server";
import { getPrompt, PROMPT_LIST } from "./prompts.ts";
import { singlePage } from "./protocol_errors.ts";
import { readResource, RESOURCES, TEMPLATES } from "./resources.ts";
import type { Service } from "./service.ts";
import type { Stats } from "./stats.ts";

/** The capabilities that `offer` gives a server. None of its lists ever changes. */
export const OPTIONAL_CAPABILITIES = {
  prompts: { listChanged: false },
  resources: { listChanged: false },
};

/** Answers requests for prompts and resources. */
export function registerOptionalCapabilities(server: Server, service: Service, stats: Stats): void {
  server.setRequestHandler("prompts/list", ({ params }) => singlePage(params, { prompts: PROMPT_LIST }));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}, service));
  server.setRequestHandler("resources/list", ({ params }) => singlePage(params, { resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    return singlePage(params, { resourceTemplates: TEMPLATES });
  });
  server.setRequestHandler("resources/read", ({ params }, { mcpReq: { signal } }) => {
    return readResource(params.uri, service, stats, { signal });
  });
}
