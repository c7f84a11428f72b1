/**
 * HTTP responses to requests that are refused before the protocol handles them.
 * @module
 */

/** The JSON-RPC code of errors for which the protocol has none. */
export const REFUSED_CODE = -32000;

/** A response with a JSON-RPC error. */
export function errorResponse(
  status: number,
  message: string,
  code = REFUSED_CODE,
  headers: HeadersInit = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}

/** A response to a request that exceeds a quota at present, and may be retried. */
export function overloadedResponse(message: string): Response {
  return errorResponse(503, message, REFUSED_CODE, { "retry-after": "1" });
}
