/**
 * MCP over Streamable HTTP: who may speak to the server, and what answers them.
 * @module
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { LIMITS } from "../model/limits.ts";
import { buildServer } from "./server.ts";
import { RecentPrefixes, type Service } from "./service.ts";
import { Stats } from "./stats.ts";

/** Where the server listens, and what a client has to know. */
export interface HttpDoor {
  /** As given on the command line: a name or an address, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly token?: string;
}

/** Answers HTTP requests. */
export interface HttpFace {
  fetch(request: Request): Promise<Response>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether `host` is reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host.toLowerCase()) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** The service at `/mcp`, for requests that pass the checks of `door`. */
export function httpFace(service: Service, door: HttpDoor): HttpFace {
  const prefixes = new RecentPrefixes(), stats = new Stats();
  const handler = createMcpHandler(() => buildServer(service, prefixes, stats), {
    maxRequestBodySize: LIMITS.protocolLine,
    onerror: (error) => console.error(`fossick: ${error.message}`),
  });
  return {
    async fetch(request) {
      const refusal = refused(request.headers, door);
      if (refusal !== undefined) return refusal;
      if (new URL(request.url).pathname !== "/mcp") return problem(404, "The server is at /mcp");
      return await handler.fetch(request);
    },
    close: () => handler.close(),
  };
}

/** The answer to a request that may not come in. */
export function refused(headers: Headers, door: HttpDoor): Response | undefined {
  if (!hostFits(headers.get("host") ?? "", door)) return problem(403, "The Host header is not this server's");
  const origin = headers.get("origin");
  if (origin !== null && !originFits(origin, door)) return problem(403, "Requests from this Origin are refused");
  if (door.token !== undefined && !tokenFits(headers.get("authorization") ?? "", door.token)) {
    return problem(401, "A bearer token is required", { "www-authenticate": 'Bearer realm="fossick"' });
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

function problem(status: number, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: -32000, message } }, { status, headers });
}
