/**
 * Collects, normalizes and checks messages from clients, whatever transport they come by.
 * @module
 */
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

const strict = new TextDecoder("utf-8", { fatal: true });

/** The value of JSON in UTF-8. @throws SyntaxError if it is not JSON, TypeError if it is not UTF-8 */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(strict.decode(bytes));
}

/**
 * Why a message is refused; undefined if it may pass. An answer may repeat a lone surrogate of its request, and strict
 * parsers would refuse it; tools see to those in their arguments.
 */
export function refusalOf(message: unknown): string | undefined {
  if (Array.isArray(message)) return "a batch; send each message by itself";
  const { params, ...rest } = membersOf(message), { arguments: args, ...others } = membersOf(params);
  const isPlain = isWellFormed([rest, others]) && (rest.method === "tools/call" || isWellFormed(args));
  return isPlain ? undefined : "a lone surrogate outside the arguments of a tool";
}

/** The members of an object of JSON; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

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
  const { params, ...rest } = membersOf(message);
  if (typeof rest.method !== "string" || params === undefined) return message;
  if (params === null || Array.isArray(params) && params.length === 0) return rest;
  const isObject = typeof params === "object" && !Array.isArray(params);
  return isObject ? { ...rest, params: normalMembers(membersOf(params), rest.method === "tools/call") } : message;
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
export function isCall(message: unknown): boolean {
  const { id, method } = membersOf(message);
  return id !== undefined && typeof method === "string" && CALLS.has(method);
}
