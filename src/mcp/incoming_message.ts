/**
 * Collects, normalizes and checks messages from clients, whatever transport they come by.
 * @module
 */
import * as z from "zod";
import { isJSONRPCRequest, type JSONRPCRequest } from "@modelcontextprotocol/server";
import { isWellFormed } from "./well_formed.ts";
import { argumentsObject } from "../toolsets/arguments/parse_arguments.ts";

/** Collects chunks of bytes. They are copied, since a view of one would keep all of it in memory. */
export class ByteBuffer {
  size = 0;
  #held = new Uint8Array();

  /** The bytes so far. They are valid until the next `push`. */
  get bytes(): Uint8Array {
    return this.#held.subarray(0, this.size);
  }

  /** Appends a copy. The capacity doubles, since the bytes may come one by one. */
  push(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    if (size > this.#held.length) this.#held = new Uint8Array(this.#held.buffer.transfer(2 * size));
    this.#held.set(chunk, this.size);
    this.size = size;
  }
}

const WithParams = z.looseObject({ method: z.string(), params: z.unknown() });
const Params = z.record(z.string(), z.unknown());

/**
 * Removes what some clients send and schemas refuse: params that are null or an empty list; null members and empty
 * cursors in params. Arguments of a tool call that are an object in a string, or an empty list, become an object.
 *
 * @example
 * ```ts
 * normalizeParams({ method: "tools/list", params: { cursor: null } }); // { method: "tools/list", params: {} }
 * ```
 */
export function normalizeParams(message: unknown): unknown {
  const { data: request } = WithParams.safeParse(message);
  if (request === undefined || request.params === undefined) return message;
  const { params, ...rest } = request;
  if (params === null || Array.isArray(params) && params.length === 0) return rest;
  const members = Params.safeParse(params);
  return members.success ? { ...rest, params: normalMembers(members.data, request.method === "tools/call") } : message;
}

function normalMembers(params: Readonly<Record<string, unknown>>, isCall: boolean): Record<string, unknown> {
  const isMeant = ([name, value]: [string, unknown]) => value !== null && !(name === "cursor" && value === "");
  const rest = Object.fromEntries(Object.entries(params).filter(isMeant));
  return isCall && Object.hasOwn(rest, "arguments")
    ? { ...rest, arguments: argumentsObject(rest.arguments) ?? rest.arguments }
    : rest;
}

/** Methods of requests that need the engine. All others are answered without delay. */
const CALLS = new Set(["tools/call", "resources/read"]);

/** Whether a message is a call. */
export function isCall(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) && CALLS.has(message.method);
}

/** The parts of a request that answers and notifications repeat. */
const Repeated = z.object({
  method: z.string(),
  id: z.union([z.string(), z.number()]),
  params: z.object({
    _meta: z.object({ progressToken: z.unknown().optional() }).optional().catch(undefined),
  }).optional().catch(undefined),
});

/** The message for a request with a lone surrogate in such a part. Strict parsers would refuse its answer. */
export const LONE_SURROGATE = "the id or the progress token has a lone surrogate";

/** Whether an answer to `message` would repeat a lone surrogate. */
export function repeatsLoneSurrogate(message: unknown): boolean {
  const { data } = Repeated.safeParse(message);
  return data !== undefined && !isWellFormed([data.id, data.params?._meta?.progressToken]);
}
