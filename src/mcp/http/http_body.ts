/**
 * Reads the body of an HTTP request, within limits on its length, depth and time, and on the length of all bodies together.
 * @module
 */
import { isJsonContentType, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { jsonExcess } from "../../model/json_limits.ts";
import { LIMITS } from "../../model/limits.ts";
import type { HttpCall } from "./http_call.ts";
import { errorResponse, overloadedResponse, REFUSED_CODE } from "./error_response.ts";
import { LONE_SURROGATE, normalizeParams, repeatsLoneSurrogate } from "../incoming_message.ts";

/**
 * Bytes of a body that are not counted. A connection takes as much memory anyway, and a cancellation must always be
 * accepted.
 */
const UNCOUNTED_BODY_BYTES = 16 * 2 ** 10;

const strict = new TextDecoder("utf-8", { fatal: true });

/** A parsed body. */
export interface HttpBody {
  readonly message: unknown;
}

/** Reads the body of `call`'s request and counts it until the call ends; or returns the response that refuses it. */
export async function readBody(call: HttpCall, ms: number = LIMITS.http.bodyMs): Promise<HttpBody | Response> {
  const { headers, body } = call.request;
  if (!isJsonContentType(headers.get("content-type"))) {
    return errorResponse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  if (Number(headers.get("content-length")) > LIMITS.protocolLine) return payloadTooLarge();
  const reader = body?.getReader(), late = Promise.withResolvers<Response>();
  const timer = setTimeout(() => late.resolve(requestTimeout()), ms);
  try {
    return await Promise.race([late.promise, readWithinLimits(call, reader)]);
  } catch {
    return parseError("the body is incomplete");
  } finally {
    clearTimeout(timer);
    // The body has ended, or its rest is not needed.
    reader?.cancel().catch(() => {});
  }
}

async function readWithinLimits(
  call: HttpCall,
  reader?: ReadableStreamDefaultReader<Uint8Array>,
): Promise<HttpBody | Response> {
  const all = new ByteBuffer();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    all.push(next.value);
    if (all.size > LIMITS.protocolLine) return payloadTooLarge();
    if (!call.reserve("bodies", all.size - UNCOUNTED_BODY_BYTES)) {
      return overloadedResponse("The bodies of all running requests together are too long: try again");
    }
  }
  return parsed(all.bytes);
}

/** Collects chunks. They are copied, since a view of one would keep all of it in memory. */
class ByteBuffer {
  size = 0;
  #held = new Uint8Array();

  get bytes(): Uint8Array {
    return this.#held.subarray(0, this.size);
  }

  push(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    // The capacity doubles, since a body may arrive byte by byte.
    if (size > this.#held.length) this.#held = new Uint8Array(this.#held.buffer.transfer(2 * size));
    this.#held.set(chunk, this.size);
    this.size = size;
  }
}

function parsed(bytes: Uint8Array): HttpBody | Response {
  const excess = jsonExcess(bytes);
  if (excess !== undefined) return parseError(`the body ${excess}`);
  try {
    const message = normalizeParams(JSON.parse(strict.decode(bytes)));
    if (repeatsLoneSurrogate(message)) return invalidRequest(LONE_SURROGATE);
    return Array.isArray(message) ? invalidRequest("a batch; send each message by itself") : { message };
  } catch (error) {
    return parseError(error instanceof SyntaxError ? "the body is not JSON" : "the body is not UTF-8");
  }
}

function invalidRequest(why: string): Response {
  return errorResponse(400, `Invalid Request: ${why}`, ProtocolErrorCode.InvalidRequest);
}

function parseError(why: string): Response {
  return errorResponse(400, `Parse error: ${why}`, ProtocolErrorCode.ParseError);
}

function requestTimeout(): Response {
  return errorResponse(408, "Request Timeout: the body was not received in time", REFUSED_CODE, {
    connection: "close",
  });
}

function payloadTooLarge(): Response {
  return errorResponse(413, `Payload Too Large: Request body must not exceed ${LIMITS.protocolLine} bytes`);
}
