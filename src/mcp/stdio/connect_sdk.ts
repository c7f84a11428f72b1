/**
 * Connects a transport to the SDK, which loads with this module.
 * @module
 */
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { membersOf } from "../incoming_message.ts";
import { logError } from "../log_error.ts";
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
    return errorLine(ProtocolErrorCode.InvalidRequest, "Invalid Request: not a JSON-RPC 2.0 message", idOf(value));
  }
}
