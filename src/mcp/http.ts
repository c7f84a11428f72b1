/**
 * MCP over Streamable HTTP: who may speak to the server, and what answers them.
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { LIMITS } from "../model/limits.ts";
import { readBody } from "./http_body.ts";
import { type HttpCall, type HttpRequest, OpenCalls } from "./http_call.ts";
import { problem, REFUSED, tooMuch } from "./http_problem.ts";
import { isCall } from "./message_line.ts";
import { buildServer } from "./server.ts";
import type { Service } from "./service.ts";
import { Stats } from "./stats.ts";
import { tell } from "./tell.ts";

/** Where the server listens, and what a client has to know. */
export interface HttpDoor {
  /** As given on the command line: a name or an address, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

/** Answers HTTP requests. */
export interface HttpFace {
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
export function httpFace(service: Service, door: HttpDoor, build = buildServer): HttpFace {
  const inside = new Inside(service, build);
  return {
    async fetch(request) {
      const refusal = refused(request.headers, door);
      if (refusal !== undefined) return refusal;
      // A client may write anything for an address.
      if (URL.parse(request.url)?.pathname !== "/mcp") return problem(404, "The server is at /mcp");
      // There are no sessions, so there is no stream to open by GET and none to end by DELETE.
      if (request.method !== "POST") return problem(405, "Method not allowed", REFUSED, { allow: "POST" });
      return await inside.fetch(request);
    },
    close: (graceMs = 0) => inside.close(graceMs),
  };
}

/** Answers requests that passed the checks, each by a server of its own: no client sees what another was answered. */
class Inside {
  readonly #stats = new Stats();
  readonly #protocol: ReturnType<typeof createMcpHandler>;
  readonly #open = new OpenCalls();
  #closed = false;

  constructor(service: Service, build: typeof buildServer) {
    const each = () => build(service, this.#stats);
    this.#protocol = createMcpHandler(each, { onerror: (error) => tell(error) });
  }

  async fetch(request: HttpRequest): Promise<Response> {
    if (this.#closed) return problem(503, "The server is about to stop");
    const call = this.#open.begin(request);
    return await call.answer(this.#answer(call));
  }

  async #answer(call: HttpCall): Promise<Response> {
    const body = await readBody(call);
    if (body instanceof Response) return body;
    const { message } = body;
    // Not kept waiting, as over stdio: that would hold its connection and body, and look to its client like a long call.
    if (!call.take("calls", isCall(message) ? 1 : 0)) {
      return tooMuch(`${LIMITS.calls} calls are under way, the most at once: try again when some are answered`);
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
    for (const call of calls) call.giveUp();
  }
}

/** A request that waits for news does not: the protocol ends it, once all others have ended. */
function endsByItself({ request }: HttpCall): boolean {
  return request.headers.get("mcp-method") !== "subscriptions/listen";
}

/** The answer to a request that may not come in. */
export function refused(headers: Headers, door: HttpDoor): Response | undefined {
  if (!hostFits(headers.get("host") ?? "", door)) return problem(403, "The Host header is not this server's");
  const origin = headers.get("origin");
  if (origin !== null && !originFits(origin, door)) return problem(403, "Requests from this Origin are refused");
  if (door.token !== undefined && !tokenFits(headers.get("authorization") ?? "", door.token)) {
    return problem(401, "A bearer token is required", REFUSED, { "www-authenticate": 'Bearer realm="fossick"' });
  }
}

/** A web page that had its name point here would say its own name; so nothing but ours is taken. */
function hostFits(header: string, door: HttpDoor): boolean {
  const parts = /^(\[[\da-f:.]+\]|[a-z\d.-]+)(?::(\d{1,5}))?$/i.exec(header);
  if (parts?.[1] === undefined) return false;
  return Number(parts[2] ?? 80) === door.port && nameFits(parts[1].toLowerCase(), door.host.toLowerCase());
}

/** Of the origin only the name counts: a page of this machine may be served from any port of it. */
function originFits(header: string, door: HttpDoor): boolean {
  const parts = /^https?:\/\/(\[[\da-f:.]+\]|[a-z\d.-]+)(?::\d{1,5})?$/i.exec(header);
  return parts?.[1] !== undefined && nameFits(parts[1].toLowerCase(), door.host.toLowerCase());
}

function nameFits(name: string, host: string): boolean {
  if (isLoopback(host)) return name === host || LOOPBACK.includes(name);
  // Listening on every address, it can't know its names; but an address can't be made to point elsewhere.
  if (host === "0.0.0.0" || host === "[::]") return name === "localhost" || /^[\d.]+$|^\[/.test(name);
  return name === host;
}

/** Compared by digest, so that the time taken says nothing of the token. */
function tokenFits(authorization: string, token: string): boolean {
  const given = /^bearer +(.+)$/i.exec(authorization)?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
