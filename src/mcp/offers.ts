/**
 * What a server offers beside its tools: prompts and resources.
 * @module
 */
import type { Server } from "@modelcontextprotocol/server";
import { getPrompt, PROMPT_LIST } from "./prompts.ts";
import { onePage } from "./protocol_fault.ts";
import { readResource, RESOURCES, TEMPLATES } from "./resources.ts";
import type { Service } from "./service.ts";
import type { Stats } from "./stats.ts";

/** The capabilities that `offer` gives a server. None of its lists ever changes. */
export const OFFERED = {
  prompts: { listChanged: false },
  resources: { listChanged: false },
};

/** Answers requests for prompts and resources. */
export function offer(server: Server, service: Service, stats: Stats): void {
  server.setRequestHandler("prompts/list", ({ params }) => onePage(params, { prompts: PROMPT_LIST }));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}, service));
  server.setRequestHandler("resources/list", ({ params }) => onePage(params, { resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    return onePage(params, { resourceTemplates: TEMPLATES });
  });
  server.setRequestHandler("resources/read", ({ params }, { mcpReq: { signal } }) => {
    return readResource(params.uri, service, stats, { signal });
  });
}
