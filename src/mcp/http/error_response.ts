/** The JSON-RPC code of errors for which the protocol has none. */
const REFUSED_CODE = -32000;

/** A response to an HTTP request that is refused before the protocol handles it, with a JSON-RPC error. */
export function errorResponse(
  status: number,
  message: string,
  headers: HeadersInit = {},
  code = REFUSED_CODE,
): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status, headers });
}
