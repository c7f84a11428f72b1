/**
 * Reads the body of an HTTP request, within limits on its length, its depth, and the length of all bodies together.
 * @module
 */
import { isJsonContentType, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { jsonExcess } from "../../model/json_limits.ts";
import { LIMITS } from "../../model/limits.ts";
import { ByteBuffer, normalizeParams, parseJson, refusalOf } from "../incoming_message.ts";
import { errorResponse } from "./http_access.ts";

/** What is used of a request. A real `Request` can't have some methods that clients send (`TRACE`). */
export interface HttpRequest extends Pick<Request, "method" | "url" | "headers" | "signal"> {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * Reads a body, or returns the response that refuses it.
 * @param reserve reserves memory for a body of so many bytes; false: there is none
 */
export async function readBody(
  { headers, body }: HttpRequest,
  reserve: (bytes: number) => boolean,
): Promise<{ readonly message: unknown } | Response> {
  if (!isJsonContentType(headers.get("content-type"))) {
    return errorResponse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  if (Number(headers.get("content-length")) > LIMITS.protocolLine) return payloadTooLarge();
  const all = new ByteBuffer();
  try {
    for await (const chunk of body ?? []) {
      all.push(chunk);
      if (all.size > LIMITS.protocolLine) return payloadTooLarge();
      if (!reserve(all.size)) return overloaded("The bodies of all running requests together are too long");
    }
  } catch {
    return invalid("Parse error: the body is incomplete", ProtocolErrorCode.ParseError);
  }
  return parseBody(all.bytes);
}

/** The response to a request that exceeds a quota at present, and may be sent again. */
export function overloaded(why: string): Response {
  return errorResponse(503, `${why}: try again`, { "retry-after": "1" });
}

function parseBody(bytes: Uint8Array): { readonly message: unknown } | Response {
  const excess = jsonExcess(bytes);
  if (excess !== undefined) return invalid(`Parse error: the body ${excess}`, ProtocolErrorCode.ParseError);
  try {
    const message = normalizeParams(parseJson(bytes)), refusal = refusalOf(message);
    if (refusal === undefined) return { message };
    return invalid(`Invalid Request: ${refusal}`, ProtocolErrorCode.InvalidRequest);
  } catch (error) {
    const what = error instanceof SyntaxError ? "JSON" : "UTF-8";
    return invalid(`Parse error: the body is not ${what}`, ProtocolErrorCode.ParseError);
  }
}

function invalid(message: string, code: ProtocolErrorCode): Response {
  return errorResponse(400, message, {}, code);
}

function payloadTooLarge(): Response {
  return errorResponse(413, `Payload Too Large: Request body must not exceed ${LIMITS.protocolLine} bytes`);
}
