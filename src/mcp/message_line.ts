/**
 * What a protocol line says: its message, or the protocol error that answers it.
 * @module
 */
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { beginningOf } from "../format/safe_text.ts";
import { isWellFormed } from "../format/well_formed.ts";
import { excessOf } from "../model/json_depth.ts";
import { LIMITS } from "../model/limits.ts";
import { endsOf, type Line } from "./line_splitter.ts";
import { withPlainParams } from "./loose_params.ts";
import { aboutParams } from "./protocol_fault.ts";

/** A JSON-RPC error; its id is null where the request's could not be found. */
export interface ErrorLine {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** What a line holds: a message, or what is wrong with it, or nothing that could be answered. */
export interface Parsed {
  readonly message?: JSONRPCMessage;
  readonly error?: ErrorLine;
}

const { ParseError, InvalidRequest, InvalidParams } = ProtocolErrorCode;
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/** Requests that ask the engine for something; all others are answered in a moment. */
const CALLS = new Set(["tools/call", "resources/read"]);

/** Whether a message is a call. */
export function isCall(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) && CALLS.has(message.method);
}

/** Reads one line; nothing in it can make this throw. */
export function parseLine(line: Line): Parsed {
  if (line.kind === "too_long") {
    return failed(ParseError, `the line is longer than ${LIMITS.protocolLine / 2 ** 20} MiB`, endsId(line));
  }
  const excess = excessOf(line.bytes);
  if (excess !== undefined) return failed(ParseError, `the line ${excess}`, endsId(line));
  let value: unknown;
  try {
    const text = strict.decode(line.bytes);
    if (text.trim() === "") return {};
    value = withPlainParams(JSON.parse(text));
  } catch (error) {
    const why = error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8";
    return failed(ParseError, `Parse error: ${why}`, endsId(line));
  }
  if (Array.isArray(value)) {
    return failed(InvalidRequest, "Invalid Request: a batch; send each message by itself", null);
  }
  if (repeatsLoneSurrogate(value)) return failed(InvalidRequest, `Invalid Request: ${LONE_SURROGATE}`, idOf(value));
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    if (isAnswer(value)) return {};
    return badParams(value) ?? failed(InvalidRequest, "Invalid Request: not a JSON-RPC 2.0 message", idOf(value));
  }
}

/** What answers and notifications repeat of a request. */
const Repeated = z.object({
  method: z.string(),
  id: z.union([z.string(), z.number()]),
  params: z.object({
    _meta: z.object({ progressToken: z.unknown().optional() }).optional().catch(undefined),
  }).optional().catch(undefined),
});

/** Why such a request is refused: strict parsers would refuse its answer. */
export const LONE_SURROGATE = "the id or the progress token has a lone surrogate";

/** Whether what is repeated of a request holds a lone surrogate. */
export function repeatsLoneSurrogate(message: unknown): boolean {
  const { data } = Repeated.safeParse(message);
  return data !== undefined && !isWellFormed([data.id, data.params?._meta?.progressToken]);
}

/** A request, whatever its params are. */
const Asking = z.object({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.int()]), method: z.string() });
/** What MCP has of the params of all requests. */
const Params = z.object({
  params: z.looseObject({
    _meta: z.looseObject({
      progressToken: z.union([z.string(), z.int()], "expected string or whole number").optional(),
    }).optional(),
  }).optional(),
});

/** The error for a request whose params are not what MCP has; undefined for what has another fault. */
function badParams(value: unknown): Parsed | undefined {
  const { data: asking } = Asking.safeParse(value), [issue] = Params.safeParse(value).error?.issues ?? [];
  if (asking === undefined || issue === undefined) return undefined;
  const method = JSON.stringify(beginningOf(asking.method, 100)).slice(1, -1), where = issue.path.join(".");
  return failed(InvalidParams, aboutParams(method, where, issue.message), asking.id);
}

/** A bad answer is nothing that could be answered in turn. */
function isAnswer(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("method" in value) && ("result" in value || "error" in value);
}

function failed(code: number, message: string, id: RequestId | null): Parsed {
  return { error: { jsonrpc: "2.0", id, error: { code, message } } };
}

function idOf(value: unknown): RequestId | null {
  const id = typeof value === "object" && value !== null && "id" in value ? value.id : null;
  return typeof id === "string" && id.isWellFormed() || (typeof id === "number" && Number.isSafeInteger(id))
    ? id
    : null;
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")\s*`;
const ID_LAST = new RegExp(`[,{]\\s*${ID}\\}\\s*$`);
const ID_EARLY = new RegExp(`^\\s*\\{\\s*(?:"(?:jsonrpc|method)"\\s*:\\s*"[^"\\\\]*"\\s*,\\s*)*${ID}[,}]`);

/** The id of a request that can't be parsed, from where clients write it: before the params, or last of all. */
function endsId(line: Line): RequestId | null {
  const { head, tail } = endsOf(line);
  const found = ID_EARLY.exec(lenient.decode(head)) ?? ID_LAST.exec(lenient.decode(tail));
  if (found?.[1] === undefined) return null;
  try {
    return idOf({ id: JSON.parse(found[1]) });
  } catch {
    return null;
  }
}
