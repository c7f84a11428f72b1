/**
 * The resources: statistics of the session, and the text files inside the roots.
 * @module
 */
import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { percentDecoded } from "../model/path_with_lines.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ExecuteOptions } from "../pool/engine.ts";
import { CallMemory } from "./call_memory.ts";
import { resourceError } from "./protocol_errors.ts";
import { callContext, type Service } from "./service.ts";
import type { Stats } from "./stats.ts";

const STATS_URI = "fossick://stats";
const FILE_URI = "fossick://file/";

/** The result of `resources/list`. */
export const RESOURCES: ListResourcesResult["resources"] = [{
  uri: STATS_URI,
  name: "stats",
  title: "What the answers cost and saved",
  description: "Calls, forms used, estimated tokens sent and saved against reading whole files, timings.",
  mimeType: "application/json",
}];

/** The result of `resources/templates/list`. */
export const TEMPLATES: ListResourceTemplatesResult["resourceTemplates"] = [{
  uriTemplate: `${FILE_URI}{+path}`,
  name: "file",
  title: "A text file inside the root",
  description: "The whole of a text file of at most 1 MiB; path relative to the project root.",
  mimeType: "text/plain",
}];

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
