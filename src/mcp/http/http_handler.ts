/**
 * MCP over Streamable HTTP: checks requests, and answers those that pass.
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { LIMITS } from "../../model/limits.ts";
import { readBody } from "./http_body.ts";
import { type HttpCall, type HttpRequest, OpenCalls } from "./http_call.ts";
import { isLoopback, LOOPBACK } from "./loopback.ts";
import { errorResponse, overloadedResponse, REFUSED_CODE } from "./error_response.ts";
import { isCall } from "../incoming_message.ts";
import { buildServer } from "../server.ts";
import type { Service } from "../service.ts";
import { Stats } from "../stats.ts";
import { logError } from "../log_error.ts";

/** The address at which the server listens, and the token that clients need. */
export interface HttpAccess {
  /** A name or an address as given on the command line, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

/** Handles HTTP requests. */
export interface HttpHandler {
  fetch(request: HttpRequest): Promise<Response>;
  /** Refuses further requests, and ends calls in progress after at most `graceMs` milliseconds. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Serves `service` at `/mcp` for requests that pass the checks of `access`.
 * @param build builds a server. Tests may replace it
 */
export function createHttpHandler(service: Service, access: HttpAccess, build = buildServer): HttpHandler {
  const protocol = new ProtocolHandler(service, build);
  return {
    async fetch(request) {
      const refusal = refusalOf(request.headers, access);
      if (refusal !== undefined) return refusal;
      // A client may send any text as an address.
      if (URL.parse(request.url)?.pathname !== "/mcp") return errorResponse(404, "The server is at /mcp");
      // There are no sessions, so no stream can be opened by GET or ended by DELETE.
      if (request.method !== "POST") return errorResponse(405, "Method not allowed", REFUSED_CODE, { allow: "POST" });
      return await protocol.fetch(request);
    },
    close: (graceMs = 0) => protocol.close(graceMs),
  };
}

/** Handles requests that passed the checks. Each has a server of its own, so no client sees another's answers. */
class ProtocolHandler {
  readonly #stats = new Stats();
  readonly #protocol: ReturnType<typeof createMcpHandler>;
  readonly #openCalls = new OpenCalls();
  #closed = false;

  constructor(service: Service, build: typeof buildServer) {
    this.#protocol = createMcpHandler(() => build(service, this.#stats), { onerror: (error) => logError(error) });
  }

  async fetch(request: HttpRequest): Promise<Response> {
    if (this.#closed) return errorResponse(503, "The server is about to stop");
    const call = this.#openCalls.open(request);
    return await call.respond(this.#answer(call));
  }

  async #answer(call: HttpCall): Promise<Response> {
    const body = await readBody(call);
    if (body instanceof Response) return body;
    const { message } = body;
    // Unlike over stdio it is not queued: a queued call would hold its connection and body.
    if (!call.reserve("calls", isCall(message) ? 1 : 0)) {
      return overloadedResponse(
        `${LIMITS.calls} calls are running, which is the limit: try again when some are answered`,
      );
    }
    const { request: { url, method, headers }, signal } = call;
    return await this.#protocol.fetch(new Request(url, { method, headers, signal }), { parsedBody: message });
  }

  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    const calls = [...this.#openCalls].filter(endsByItself);
    await Promise.race([Promise.all(calls.map(({ ended }) => ended)), promise]);
    clearTimeout(timer);
    await this.#protocol.close();
    for (const call of calls) call.abort();
  }
}

/** Whether a call ends by itself. The protocol ends a subscription after all other calls have ended. */
function endsByItself({ request }: HttpCall): boolean {
  return request.headers.get("mcp-method") !== "subscriptions/listen";
}

/** The response that refuses a request; undefined if it may pass. */
export function refusalOf(headers: Headers, access: HttpAccess): Response | undefined {
  if (!isOwnHost(headers.get("host") ?? "", access)) return errorResponse(403, "The Host header is not this server's");
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, access)) {
    return errorResponse(403, "Requests from this Origin are refused");
  }
  if (access.token !== undefined && !isToken(headers.get("authorization") ?? "", access.token)) {
    return errorResponse(401, "A bearer token is required", REFUSED_CODE, {
      "www-authenticate": 'Bearer realm="fossick"',
    });
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
  const given = /^bearer +(.+)$/i.exec(authorization)?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
