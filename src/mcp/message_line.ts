/**
 * What a protocol line says: its messages, or the protocol error that answers it.
 * @module
 */
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
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

/** The content of one line. Exactly the members of a batch are `messages`; `errors` answer the rest. */
export interface Parsed {
  readonly messages: readonly JSONRPCMessage[];
  readonly errors: readonly ErrorLine[];
  readonly batch: boolean;
}

const { ParseError, InvalidRequest, InvalidParams } = ProtocolErrorCode;
const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder();

/** Bytes at the beginning of a line among which a request's method mostly stands. */
const HEAD = 1024;

/** Whether a line is a tool's call, mostly: told at once, before the line is parsed. */
export function looksLikeCall(line: Line): boolean {
  return line.kind === "line" && lenient.decode(line.bytes.subarray(0, HEAD)).includes('"tools/call"');
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
    if (text.trim() === "") return { messages: [], errors: [], batch: false };
    value = withPlainParams(JSON.parse(text));
  } catch (error) {
    const why = error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8";
    return failed(ParseError, `Parse error: ${why}`, endsId(line));
  }
  if (!Array.isArray(value) || value.length === 0) return single(value);
  if (value.length <= LIMITS.batch) return batch(value);
  return failed(InvalidRequest, `Invalid Request: the batch has more than ${LIMITS.batch} messages`, null);
}

function single(value: unknown): Parsed {
  if (repeatsLoneSurrogate(value)) return failed(InvalidRequest, `Invalid Request: ${LONE_SURROGATE}`, idOf(value));
  try {
    return { messages: [parseJSONRPCMessage(value)], errors: [], batch: false };
  } catch {
    if (isAnswer(value)) return { messages: [], errors: [], batch: false };
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

function batch(values: readonly unknown[]): Parsed {
  const parts = values.map(single);
  return {
    messages: parts.flatMap((part) => part.messages),
    errors: parts.flatMap((part) => part.errors),
    batch: true,
  };
}

function failed(code: number, message: string, id: RequestId | null): Parsed {
  return { messages: [], errors: [{ jsonrpc: "2.0", id, error: { code, message } }], batch: false };
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

/** The ids of the requests among `messages`: those that an answer is owed to. */
export function requestIds(messages: readonly unknown[]): RequestId[] {
  return messages.flatMap((message) => isJSONRPCRequest(message) ? [message.id] : []);
}
