/**
 * What a server offers beside its tools: prompts, resources, and completions for both.
 * @module
 */
import {
  type CompleteRequest,
  type CompleteResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ToolError } from "../model/tool_error.ts";
import type { ClientRoots } from "./client_roots.ts";
import { completePath, NOTHING, type PathKind } from "./completions.ts";
import { argumentKind, getPrompt, PROMPT_LIST } from "./prompts.ts";
import { onePage, resourceError } from "./protocol_fault.ts";
import { FILE_TEMPLATE, readResource, readsFile, RESOURCES, TEMPLATES } from "./resources.ts";
import { InputNeeded } from "./rounds.ts";
import type { Stats } from "./stats.ts";

/** The capabilities that `offer` gives a server. None of its lists ever changes. */
export const OFFERED = {
  prompts: { listChanged: false },
  resources: { listChanged: false },
  completions: {},
};

/** Answers requests for prompts, resources and completions. */
export function offer(server: Server, roots: ClientRoots, stats: Stats): void {
  const { service } = roots;
  server.setRequestHandler("prompts/list", ({ params }) => onePage(params, { prompts: PROMPT_LIST }));
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}, service));
  server.setRequestHandler("resources/list", ({ params }) => onePage(params, { resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    return onePage(params, { resourceTemplates: TEMPLATES });
  });
  server.setRequestHandler("resources/read", ({ params }, context) => read(params.uri, roots, stats, context));
  server.setRequestHandler("completion/complete", async (request, context) => {
    const kind = kindOf(request.params);
    return await complete(request, kind, roots, context);
  });
}

async function read(
  uri: string,
  roots: ClientRoots,
  stats: Stats,
  context: ServerContext,
): Promise<ReadResourceResult | InputRequiredResult> {
  const { signal } = context.mcpReq;
  try {
    const service = readsFile(uri) ? await roots.narrow(context) : roots.service;
    return await readResource(uri, service, stats, { signal });
  } catch (error) {
    if (error instanceof InputNeeded) return error.result;
    throw error instanceof ToolError ? resourceError(error, uri, roots.service.lang) : error;
  }
}

async function complete(
  { params }: CompleteRequest,
  kind: PathKind,
  roots: ClientRoots,
  context: ServerContext,
): Promise<CompleteResult> {
  const { signal } = context.mcpReq;
  try {
    const service = await roots.narrow(context, { askable: false });
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
