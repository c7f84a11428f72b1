/**
 * Who may send HTTP requests: the checks of Host, Origin and token.
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";

/** The address at which the server listens, and the token that clients need. */
export interface HttpAccess {
  /** A name or an address as given on the command line, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

/** This machine's usual names for itself, without a port, as in a `Host` header. */
const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether `host` can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host.toLowerCase()) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** The response that refuses a request; undefined if it may pass. */
export function refusedAccess(headers: Headers, access: HttpAccess): Response | undefined {
  if (!isOwnHost(headers.get("host") ?? "", access)) return errorResponse(403, "The Host header is not this server's");
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, access)) {
    return errorResponse(403, "Requests from this Origin are refused");
  }
  if (access.token !== undefined && !isToken(headers.get("authorization") ?? "", access.token)) {
    return errorResponse(401, "A bearer token is required", { "www-authenticate": 'Bearer realm="fossick"' });
  }
}

/** Whether the Host header is this server's name. After DNS rebinding, a web page's requests have the page's own name. */
function isOwnHost(header: string, access: HttpAccess): boolean {
  const parts = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::(\d{1,5}))?$/i.exec(header);
  if (parts?.[1] === undefined) return false;
  return Number(parts[2] ?? 80) === access.port && isOwnName(parts[1].toLowerCase(), access.host.toLowerCase());
}

/** Whether the Origin is on this machine. Its port does not matter: a local page may be served from any port. */
function isOwnOrigin(header: string, access: HttpAccess): boolean {
  const parts = /^https?:\/\/(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i.exec(header);
  return parts?.[1] !== undefined && isOwnName(parts[1].toLowerCase(), access.host.toLowerCase());
}

function isOwnName(name: string, host: string): boolean {
  if (isLoopback(host)) return name === host || LOOPBACK.includes(name);
  // A server on all addresses does not know its names. Addresses are accepted, since DNS can't redirect them.
  if (host === "0.0.0.0" || host === "[::]") return name === "localhost" || /^[\d.]+$|^\[/.test(name);
  return name === host;
}

/** Whether the header holds the token. Digests are compared, so that the time taken reveals nothing about it. */
function isToken(authorization: string, token: string): boolean {
  const given = /^bearer +([^ ].*)$/i.exec(authorization)?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

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
