/**
 * What answers an HTTP request that comes to no answer of the protocol.
 * @module
 */

/** The code of errors for which the protocol has none of its own. */
export const REFUSED_CODE = -32000;

/** A response that says what is wrong. */
export function errorResponse(
  status: number,
  message: string,
  code = REFUSED_CODE,
  headers: HeadersInit = {},
): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}

/** A response that says what there is too much of at present: the request would be in order another time. */
export function overloadedResponse(message: string): Response {
  return errorResponse(503, message, REFUSED_CODE, { "retry-after": "1" });
}
