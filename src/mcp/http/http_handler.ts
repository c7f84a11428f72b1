/**
 * MCP over Streamable HTTP: who may speak to the server, and what answers them.
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { LIMITS } from "../../model/limits.ts";
import { readBody } from "./http_body.ts";
import { type HttpCall, type HttpRequest, OpenCalls } from "./http_call.ts";
import { errorResponse, overloadedResponse, REFUSED_CODE } from "./error_response.ts";
import { isCall } from "../stdio/parse_line.ts";
import { buildServer } from "../server.ts";
import type { Service } from "../service.ts";
import { Stats } from "../stats.ts";
import { logError } from "../log_error.ts";

/** Where the server listens, and what a client has to know. */
export interface HttpAccess {
  /** As given on the command line: a name or an address, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

/** Answers HTTP requests. */
export interface HttpHandler {
  fetch(request: HttpRequest): Promise<Response>;
  /** Takes no more requests, and ends what is under way after `graceMs` milliseconds at most. */
  close(graceMs?: number): Promise<void>;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether `host` is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host.toLowerCase()) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/**
 * The service at `/mcp`, for requests that pass the checks of `door`.
 * @param build makes a server; a test may add to it
 */
export function createHttpHandler(service: Service, door: HttpAccess, build = buildServer): HttpHandler {
  const inside = new ProtocolHandler(service, build);
  return {
    async fetch(request) {
      const refusal = refusalOf(request.headers, door);
      if (refusal !== undefined) return refusal;
      // A client may write anything for an address.
      if (URL.parse(request.url)?.pathname !== "/mcp") return errorResponse(404, "The server is at /mcp");
      // There are no sessions, so there is no stream to open by GET and none to end by DELETE.
      if (request.method !== "POST") return errorResponse(405, "Method not allowed", REFUSED_CODE, { allow: "POST" });
      return await inside.fetch(request);
    },
    close: (graceMs = 0) => inside.close(graceMs),
  };
}

/** Answers requests that passed the checks, each by a server of its own: no client sees what another was answered. */
class ProtocolHandler {
  readonly #stats = new Stats();
  readonly #protocol: ReturnType<typeof createMcpHandler>;
  readonly #open = new OpenCalls();
  #closed = false;

  constructor(service: Service, build: typeof buildServer) {
    const each = () => build(service, this.#stats);
    this.#protocol = createMcpHandler(each, { onerror: (error) => logError(error) });
  }

  async fetch(request: HttpRequest): Promise<Response> {
    if (this.#closed) return errorResponse(503, "The server is about to stop");
    const call = this.#open.open(request);
    return await call.respond(this.#answer(call));
  }

  async #answer(call: HttpCall): Promise<Response> {
    const body = await readBody(call);
    if (body instanceof Response) return body;
    const { message } = body;
    // Not kept waiting, as over stdio: that would hold its connection and body, and look to its client like a long call.
    if (!call.reserve("calls", isCall(message) ? 1 : 0)) {
      return overloadedResponse(
        `${LIMITS.calls} calls are under way, the most at once: try again when some are answered`,
      );
    }
    const { request: { url, method, headers }, signal } = call;
    return await this.#protocol.fetch(new Request(url, { method, headers, signal }), { parsedBody: message });
  }

  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, graceMs);
    const calls = [...this.#open].filter(endsByItself);
    await Promise.race([Promise.all(calls.map(({ ended }) => ended)), promise]);
    clearTimeout(timer);
    await this.#protocol.close();
    for (const call of calls) call.abort();
  }
}

/** A request that waits for news does not: the protocol ends it, once all others have ended. */
function endsByItself({ request }: HttpCall): boolean {
  return request.headers.get("mcp-method") !== "subscriptions/listen";
}

/** The answer to a request that may not come in. */
export function refusalOf(headers: Headers, door: HttpAccess): Response | undefined {
  if (!isOwnHost(headers.get("host") ?? "", door)) return errorResponse(403, "The Host header is not this server's");
  const origin = headers.get("origin");
  if (origin !== null && !isOwnOrigin(origin, door)) return errorResponse(403, "Requests from this Origin are refused");
  if (door.token !== undefined && !isToken(headers.get("authorization") ?? "", door.token)) {
    return errorResponse(401, "A bearer token is required", REFUSED_CODE, {
      "www-authenticate": 'Bearer realm="fossick"',
    });
  }
}

/** A web page that had its name point here would say its own name; so nothing but ours is taken. */
function isOwnHost(header: string, door: HttpAccess): boolean {
  const parts = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::(\d{1,5}))?$/i.exec(header);
  if (parts?.[1] === undefined) return false;
  return Number(parts[2] ?? 80) === door.port && isOwnName(parts[1].toLowerCase(), door.host.toLowerCase());
}

/** Of the origin only the name counts: a page of this machine may be served from any port of it. */
function isOwnOrigin(header: string, door: HttpAccess): boolean {
  const parts = /^https?:\/\/(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i.exec(header);
  return parts?.[1] !== undefined && isOwnName(parts[1].toLowerCase(), door.host.toLowerCase());
}

function isOwnName(name: string, host: string): boolean {
  if (isLoopback(host)) return name === host || LOOPBACK.includes(name);
  // Listening on every address, it can't know its names; but an address can't be made to point elsewhere.
  if (host === "0.0.0.0" || host === "[::]") return name === "localhost" || /^[\d.]+$|^\[/.test(name);
  return name === host;
}

/** Compared by digest, so that the time taken says nothing of the token. */
function isToken(authorization: string, token: string): boolean {
  const given = /^bearer +(.+)$/i.exec(authorization)?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
