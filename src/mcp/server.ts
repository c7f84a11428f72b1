/**
 * The MCP server of a service, for both protocol eras: it lists and calls tools, and serves prompts and resources.
 * @module
 */
import * as z from "zod";
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { SentAs } from "../model/output_form.ts";
import type { ExecuteOptions } from "../pool/engine.ts";
import type { Answer, CallContext } from "../toolsets/tool.ts";
import { bugAnswer, logError } from "./log_error.ts";
import { CallMemory } from "./call_limits.ts";
import { sentAsFor } from "./client_answers.ts";
import { membersOf } from "./incoming_message.ts";
import { cacheHint, CAPABILITIES, instructions, type ListMethod, LISTS, serverInfo } from "./offer.ts";
import { getPrompt } from "./prompts.ts";
import { singlePage, ToolServer, unknownNameError } from "./protocol_errors.ts";
import { readResource } from "./resources.ts";
import { callContext, type Service } from "./service.ts";
import { Stats } from "./stats.ts";
import { type ErrorLine, errorLine, idOf } from "./stdio/parse_line.ts";
import { wellFormedAnswer } from "./well_formed.ts";

/**
 * Builds a server for one connection (or one HTTP request).
 * @param stats counts its calls
 */
export function buildServer(service: Service, stats: Stats): Server {
  const methods: ListMethod[] = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
  const server = new ToolServer(service, serverInfo(service), {
    instructions: instructions(service),
    capabilities: CAPABILITIES,
    cacheHints: Object.fromEntries(methods.map((list) => [list, cacheHint(list, service)])),
  });
  const clientOf = (context: ServerContext) => clientNameOf(server, context);
  // McpServer's registerTool is not used: its own validation answers without the `error` object of structured content.
  server.setRequestHandler("tools/call", { params: Called }, (params, context) => {
    return callTool({ service, stats, sentAs: sentAsFor(service.answers, clientOf(context)) }, params, context);
  });
  server.setRequestHandler("tools/list", ({ params }, context) => {
    return singlePage(params, LISTS["tools/list"](service, clientOf(context)));
  });
  server.setRequestHandler("prompts/list", ({ params }) => singlePage(params, LISTS["prompts/list"]()));
  server.setRequestHandler("resources/list", ({ params }) => singlePage(params, LISTS["resources/list"]()));
  server.setRequestHandler("resources/templates/list", ({ params }) => {
    return singlePage(params, LISTS["resources/templates/list"]());
  });
  server.setRequestHandler("prompts/get", ({ params }) => getPrompt(params.name, params.arguments ?? {}, service));
  server.setRequestHandler("resources/read", ({ params }, { mcpReq: { signal } }) => {
    return readResource(params.uri, service, stats, { signal });
  });
  return server;
}

/** Has the SDK serve `service` over `transport`. */
export function connectStdio(service: Service, transport: Transport, build = buildServer): void {
  const stats = new Stats();
  serveStdio(() => build(service, stats), { transport, onerror: (error) => logError(error) });
}

/** A message, the error that answers an invalid one, or neither for an invalid answer. */
export interface ParsedMessage {
  readonly message?: JSONRPCMessage;
  readonly error?: ErrorLine;
}

/** Parses the value of a line. It never throws. */
export type ParseMessage = typeof parseMessage;

/** The message of a line's value. */
export function parseMessage(value: unknown): ParsedMessage {
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    const members = membersOf(value);
    // Answers are not answered.
    if (!("method" in members) && ("result" in members || "error" in members)) return {};
    return errorLine(ProtocolErrorCode.InvalidRequest, "Invalid Request: not a JSON-RPC 2.0 message", idOf(value));
  }
}

/** A call's params, with arguments as they were sent. The SDK's own schema silently removes an argument `__proto__`. */
const Called = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** The state that the calls of one connection share, and what the client is sent of an answer. */
interface Session {
  readonly service: Service;
  readonly stats: Stats;
  readonly sentAs: SentAs;
}

async function callTool(
  { service, stats, sentAs }: Session,
  params: z.output<typeof Called>,
  context: ServerContext,
): Promise<CallToolResult> {
  const { tools } = service, tool = tools.find(({ name }) => name === params.name), { signal } = context.mcpReq;
  if (tool === undefined) throw unknownNameError("tool", params.name, tools.map(({ name }) => name));
  const onProgress = progressReporter(context);
  const options = onProgress === undefined ? { signal } : { signal, onProgress };
  const callStats = stats.startCall(tool.name, params.arguments);
  const memory = new CallMemory(service.answerMemory, signal);
  try {
    const inner = callContext(service, options, { memory, sentAs });
    const run: CallContext["run"] = async (request) => {
      const report = await inner.run(request);
      callStats.recordReport(report);
      return report;
    };
    const args = params.arguments ?? {}, answer = wellFormedAnswer(await tool.call(args, { ...inner, run }), args);
    callStats.recordAnswer(answer, sentAs);
    return toolResult(answer, sentAs);
  } catch (error) {
    if (signal.aborted) {
      callStats.recordCancellation();
      throw error; // the client no longer waits for an answer
    }
    const answer = bugAnswer(error, tool, service.lang);
    callStats.recordAnswer(answer, sentAs);
    return toolResult(answer, sentAs);
  } finally {
    memory.release();
  }
}

/** Milliseconds before the first progress notification, and between two. */
const PROGRESS_INTERVAL_MS = 500;

/** Reports progress to the caller; undefined if the caller did not ask for it. */
function progressReporter({ mcpReq }: ServerContext): ExecuteOptions["onProgress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = performance.now(), highest = -1;
  return (progress, total) => {
    // The protocol requires progress to increase with each notification.
    if (progress <= highest || performance.now() - last < PROGRESS_INTERVAL_MS || mcpReq.signal.aborted) return;
    last = performance.now();
    highest = progress;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}

/** The result that sends `answer`. Errors always have their text: some hosts show nothing else of them. */
function toolResult({ text, structured, isError }: Answer, sentAs: SentAs): CallToolResult {
  const shown = sentAs === "structured" && !isError ? "The answer is in the structured content." : text;
  return {
    content: [{ type: "text", text: shown }],
    ...(sentAs !== "text" && { structuredContent: structured }),
    ...(isError && { isError }),
  };
}

const Envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) });

/**
 * The name of the client that sent a request: from the request itself in the 2026-07-28 era, from the connection's
 * `initialize` before. Undefined for requests over HTTP of the 2025 era, which belong to no connection.
 */
function clientNameOf(server: Server, { mcpReq }: ServerContext): string | undefined {
  const { data } = Envelope.safeParse(mcpReq.envelope);
  return data?.[CLIENT_INFO_META_KEY].name ?? server.getClientVersion()?.name;
}
