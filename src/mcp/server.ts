/**
 * The MCP face of a service: one server for both protocol eras, listing tools and calling them.
 * @module
 */
import {
  type CallToolRequest,
  type CallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { nearest } from "../model/nearest.ts";
import type { Answer, PrefixMemory } from "../toolsets/tool.ts";
import { bugAnswer } from "./bug_answer.ts";
import { instructions } from "./instructions.ts";
import { progressOf } from "./progress.ts";
import { contextOf, type Service } from "./service.ts";
import { listing } from "./tool_listing.ts";

/**
 * Builds a server for one connection (or one HTTP request).
 * @param prefixes the session's memory of shortened paths
 */
export function buildServer(service: Service, prefixes: PrefixMemory): McpServer {
  const about = { name: service.name, title: "Fossick", version: service.version };
  const built = new McpServer(about, {
    instructions: instructions(service.tools),
    capabilities: { tools: { listChanged: false } },
    // The tools of a running server never change.
    cacheHints: { "tools/list": { ttlMs: 3_600_000, cacheScope: "public" } },
  });
  const tools = service.tools.map(listing);
  // Not registerTool: its own validation answers without the contract's error object.
  built.server.setRequestHandler("tools/list", () => ({ tools }));
  built.server.setRequestHandler("tools/call", (request, context) => call(service, prefixes, request, context));
  return built;
}

async function call(
  service: Service,
  prefixes: PrefixMemory,
  { params }: CallToolRequest,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = service.tools.find(({ name }) => name === params.name);
  if (tool === undefined) throw unknownTool(params.name, service);
  const { signal } = context.mcpReq;
  const onProgress = progressOf(context);
  const options = onProgress === undefined ? { signal } : { signal, onProgress };
  try {
    return result(await tool.call(params.arguments ?? {}, contextOf(service, prefixes, options)));
  } catch (error) {
    if (signal.aborted) throw error; // nobody waits for an answer any more
    return result(bugAnswer(error, tool, service.lang));
  }
}

function result({ text, structured, isError }: Answer): CallToolResult {
  const content = [{ type: "text" as const, text }];
  return isError ? { content, structuredContent: structured, isError } : { content, structuredContent: structured };
}

function unknownTool(name: string, { tools }: Service): ProtocolError {
  const names = tools.map((tool) => tool.name);
  const shown = JSON.stringify(name.slice(0, 100));
  const message = `Unknown tool: ${shown}. Nearest: ${nearest(name, names).join(", ")}. All: ${names.join(", ")}.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
