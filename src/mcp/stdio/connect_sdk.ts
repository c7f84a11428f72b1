/**
 * Connects a transport to the SDK, which loads with this module.
 * @module
 */
import * as z from "zod";
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { truncateUnits } from "../../format/safe_text.ts";
import { membersOf } from "../incoming_message.ts";
import { logError } from "../log_error.ts";
import { invalidParamsMessage } from "../protocol_errors.ts";
import { buildServer } from "../server.ts";
import type { Service } from "../service.ts";
import { Stats } from "../stats.ts";
import { type ErrorLine, errorLine, idOf } from "./parse_line.ts";

/** Has the SDK serve `service` over `transport`. */
export function connectSdk(service: Service, transport: Transport, build = buildServer): void {
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
    const { InvalidRequest } = ProtocolErrorCode;
    return invalidParams(value) ??
      errorLine(InvalidRequest, "Invalid Request: not a JSON-RPC 2.0 message", idOf(value));
  }
}

/** A request with any params. */
const RequestShape = z.object({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.int()]), method: z.string() });
/** The params that all MCP requests may have. */
const Params = z.object({
  params: z.looseObject({
    _meta: z.looseObject({
      progressToken: z.union([z.string(), z.int()], "expected string or whole number").optional(),
    }).optional(),
  }).optional(),
});

/** The error for a request with invalid params; undefined if it is invalid otherwise. */
function invalidParams(value: unknown): { readonly error: ErrorLine } | undefined {
  const { data: asking } = RequestShape.safeParse(value), [issue] = Params.safeParse(value).error?.issues ?? [];
  if (asking === undefined || issue === undefined) return undefined;
  const method = JSON.stringify(truncateUnits(asking.method, 100)).slice(1, -1), where = issue.path.join(".");
  return errorLine(ProtocolErrorCode.InvalidParams, invalidParamsMessage(method, where, issue.message), asking.id);
}
