/**
 * What a server offers beside its tools: prompts, resources, and completions for both.
 * @module
 */
import {
  type CompleteRequest,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolError } from "../model/tool_error.ts";
import { completePath, NOTHING, type PathKind } from "./completions.ts";
import { argumentKind, getPrompt, PROMPT_LIST } from "./prompts.ts";
import { onePage } from "./protocol_fault.ts";
import { FILE_TEMPLATE, readResource, RESOURCES, TEMPLATES } from "./resources.ts";
import type { Service } from "./service.ts";
import type { Stats } from "./stats.ts";

/** The capabilities that `offer` gives a server. None of its lists ever changes. */
export const OFFERED = {
  prompts: { listChanged: false },
  resources: { listChanged: false },
  completions: {},
};

/** Answers requests for prompts, resources and completions. */
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
  server.setRequestHandler("completion/complete", async (request, context) => {
    const kind = kindOf(request.params);
    return await complete(request, kind, service, context);
  });
}

async function complete(
  { params }: CompleteRequest,
  kind: PathKind,
  service: Service,
  context: ServerContext,
): Promise<CompleteResult> {
  const { signal } = context.mcpReq;
  try {
    const inUri = params.ref.type === "ref/resource";
    return { completion: { ...await completePath(service, params.argument.value, kind, { signal, inUri }) } };
  } catch (error) {
    if (error instanceof ToolError) return { completion: { ...NOTHING } };
    throw error;
  }
}

/** What the argument that is typed may be; throws a protocol error where nothing of that name is on offer. */
function kindOf({ ref, argument }: CompleteRequest["params"]): PathKind {
  if (ref.type === "ref/prompt") return argumentKind(ref.name, argument.name);
  if (ref.uri === FILE_TEMPLATE.uri && argument.name === FILE_TEMPLATE.variable) return "anything";
  const message = `Only ${FILE_TEMPLATE.variable} of ${FILE_TEMPLATE.uri} can be completed.`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
