/**
 * What answers an HTTP request that comes to no answer of the protocol.
 * @module
 */

/** The code of errors for which the protocol has none of its own. */
export const REFUSED = -32000;

/** A response that says what is wrong. */
export function problem(status: number, message: string, code = REFUSED, headers: HeadersInit = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}

/** A response that says what there is too much of at present: the request would be in order another time. */
export function tooMuch(message: string): Response {
  return problem(503, message, REFUSED, { "retry-after": "1" });
}
