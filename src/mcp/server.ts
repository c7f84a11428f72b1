/**
 * The MCP face of a service: one server for both protocol eras, listing tools and calling them.
 * @module
 */
import type { CallToolResult, Server, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import type { ExecuteOptions } from "../pool/engine.ts";
import type { ShortPaths } from "../toolsets/arguments/short_paths.ts";
import { likeliestTools } from "../toolsets/arguments/synonyms.ts";
import type { Answer, CallContext } from "../toolsets/tool.ts";
import { bugAnswer } from "./bug_answer.ts";
import { CallMemory } from "./call_memory.ts";
import { instructions } from "./instructions.ts";
import { OPTIONAL_CAPABILITIES, registerOptionalCapabilities } from "./optional_capabilities.ts";
import { singlePage, unknownNameError } from "./protocol_errors.ts";
import { callContext, type Service } from "./service.ts";
import type { CallStats, Stats } from "./stats.ts";
import { listedTool } from "./tool_listing.ts";
import { PlainErrorServer } from "./plain_error_server.ts";

const LISTS = ["tools/list", "prompts/list", "resources/list", "resources/templates/list"] as const;

/**
 * Builds a server for one connection (or one HTTP request).
 * @param stats where its calls are counted
 * @param shortPaths the paths that the connection's client was given short; absent where nothing is remembered
 */
export function buildServer(service: Service, stats: Stats, shortPaths?: ShortPaths): Server {
  const about = { name: service.name, title: "Fossick", version: service.version };
  const server = new PlainErrorServer(service, about, {
    instructions: instructions(service.tools),
    capabilities: { tools: { listChanged: false }, ...OPTIONAL_CAPABILITIES },
    // What a running server has on offer never changes.
    cacheHints: Object.fromEntries(LISTS.map((list) => [list, { ttlMs: 3_600_000, cacheScope: "public" }])),
  });
  // Not McpServer's registerTool: its own validation answers without the contract's error object.
  server.setRequestHandler("tools/list", ({ params }) => singlePage(params, { tools: service.tools.map(listedTool) }));
  const session = { service, stats, ...(shortPaths && { shortPaths }) };
  server.setRequestHandler("tools/call", { params: Called }, (params, context) => call(session, params, context));
  registerOptionalCapabilities(server, service, stats);
  return server;
}

/** Arguments as they came: the SDK's own schema takes out what is named `__proto__`, and nobody would be told. */
const Called = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });

/** What the calls of one connection have in common. */
interface Session {
  readonly service: Service;
  readonly shortPaths?: ShortPaths;
  readonly stats: Stats;
}

async function call(
  { service, stats, shortPaths }: Session,
  params: z.output<typeof Called>,
  context: ServerContext,
): Promise<CallToolResult> {
  const { tools, lang } = service;
  const tool = tools.find(({ name }) => name === params.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name);
    throw unknownNameError("tool", params.name, names, likeliestTools(params.name, names));
  }
  const { signal } = context.mcpReq;
  const onProgress = progressReporter(context);
  const options = onProgress === undefined ? { signal } : { signal, onProgress };
  const followed = stats.startCall(tool.name, params.arguments);
  const memory = new CallMemory(service.answerMemory, signal);
  try {
    const own = callContext(service, options, { memory, ...(shortPaths && { shortPaths }) });
    const answer = await tool.call(params.arguments ?? {}, { ...own, run: observed(own.run, followed) });
    followed.recordAnswer(answer);
    return toolResult(answer);
  } catch (error) {
    if (signal.aborted) {
      followed.recordCancellation();
      throw error; // nobody waits for an answer any more
    }
    const answer = bugAnswer(error, tool, lang);
    followed.recordAnswer(answer);
    return toolResult(answer);
  } finally {
    memory.release();
  }
}

/** Has the call's statistics see every report. */
function observed(run: CallContext["run"], followed: CallStats): CallContext["run"] {
  return async (request) => {
    const report = await run(request);
    followed.recordReport(report);
    return report;
  };
}

function toolResult({ text, structured, isError }: Answer): CallToolResult {
  const content = [{ type: "text" as const, text }];
  return isError ? { content, structuredContent: structured, isError } : { content, structuredContent: structured };
}

/** Milliseconds before the first notification, and between two. */
const PROGRESS_INTERVAL_MS = 500;

/** Reports to the caller of `context`, where it asked for that. */
export function progressReporter({ mcpReq }: ServerContext): ExecuteOptions["onProgress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = performance.now(), highest = -1;
  return (progress, total) => {
    // The protocol wants every notification to be further than the one before.
    if (progress <= highest || performance.now() - last < PROGRESS_INTERVAL_MS || mcpReq.signal.aborted) return;
    last = performance.now();
    highest = progress;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
  };
}
