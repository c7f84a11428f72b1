/**
 * The resources: statistics of the session, and the text files inside the roots.
 * @module
 */
import { type ReadResourceResult, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { percentDecoded } from "../model/path_with_lines.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ExecuteOptions } from "../pool/engine.ts";
import { CallMemory } from "./call_limits.ts";
import { resourceError } from "./protocol_errors.ts";
import { callContext, type Service } from "./service.ts";
import type { Stats } from "./stats.ts";

const STATS_URI = "fossick://stats", FILE_URI = "fossick://file/";

/** Reads a resource. Rejects with a protocol error. */
export async function readResource(
  uri: string,
  service: Service,
  stats: Stats,
  options: ExecuteOptions,
): Promise<ReadResourceResult> {
  if (uri === STATS_URI) return contentsOf(uri, "application/json", JSON.stringify(stats.summary()));
  if (!uri.startsWith(FILE_URI)) throw new ResourceNotFoundError(uri);
  try {
    // `URL` is not used: it would resolve `..` before the door can refuse it.
    const path = percentDecoded(uri.slice(FILE_URI.length));
    return contentsOf(uri, "text/plain", await readText(path, service, options));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw resourceError(error, uri, service.lang);
  }
}

function contentsOf(uri: string, mimeType: string, text: string): ReadResourceResult {
  return { contents: [{ uri, mimeType, text }] };
}

/** Reads a whole file. One that is too long is refused, since a resource has no second page. */
async function readText(path: string, service: Service, options: ExecuteOptions): Promise<string> {
  const { cap } = LIMITS.readBytes, { timeoutMs } = service;
  const range = { type: "bytes", offset: 0, max: cap } as const;
  const memory = new CallMemory(service.answerMemory, options.signal);
  try {
    const report = await callContext(service, options, { memory }).run({ op: "read", path, range, timeoutMs });
    if (report.more) throw new ToolError("too_large", { field: report.path, size: report.size, cap });
    return report.content;
  } finally {
    memory.release();
  }
}
