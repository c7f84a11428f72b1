/**
 * MCP over Streamable HTTP: checks requests, and answers those that pass.
 * @module
 */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { LIMITS } from "../../model/limits.ts";
import { isCall } from "../incoming_message.ts";
import { logError } from "../log_error.ts";
import { buildServer } from "../server.ts";
import type { Service } from "../service.ts";
import { Stats } from "../stats.ts";
import { errorResponse } from "./error_response.ts";
import { type HttpAccess, refusalOf } from "./http_access.ts";
import { type HttpRequest, overloaded, readBody } from "./http_body.ts";

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
      if (request.method !== "POST") return errorResponse(405, "Method not allowed", { allow: "POST" });
      return await protocol.fetch(request);
    },
    close: (graceMs = 0) => protocol.close(graceMs),
  };
}

/** A request until its response is read: what it holds, and how it is given up. */
interface OpenRequest {
  readonly request: HttpRequest;
  readonly stop: AbortController;
  readonly ended: PromiseWithResolvers<void>;
  bodyBytes: number;
  calls: number;
}

/**
 * Bytes of a body that are not counted. A connection takes as much memory anyway, and a cancellation must always be
 * accepted.
 */
const UNCOUNTED_BODY_BYTES = 16 * 2 ** 10;

/** Handles requests that passed the checks. Each has a server of its own, so no client sees another's answers. */
class ProtocolHandler {
  readonly #stats = new Stats();
  readonly #protocol: ReturnType<typeof createMcpHandler>;
  readonly #open = new Set<OpenRequest>();
  #closed = false;

  constructor(service: Service, build: typeof buildServer) {
    this.#protocol = createMcpHandler(() => build(service, this.#stats), { onerror: (error) => logError(error) });
  }

  async fetch(request: HttpRequest): Promise<Response> {
    if (this.#closed) return errorResponse(503, "The server is about to stop");
    const open = { request, stop: new AbortController(), ended: Promise.withResolvers<void>(), bodyBytes: 0, calls: 0 };
    this.#open.add(open);
    void open.ended.promise.then(() => this.#open.delete(open));
    try {
      const response = await this.#answer(open), { body } = response;
      if (body === null) open.ended.resolve();
      return body === null ? response : new Response(endedWith(body, open), response);
    } catch (error) {
      open.ended.resolve();
      throw error;
    }
  }

  async #answer(open: OpenRequest): Promise<Response> {
    const body = await readBody(open.request, (bytes) => this.#reserveBody(open, bytes));
    if (body instanceof Response) return body;
    // Unlike over stdio a call is not queued: it would hold its connection and body meanwhile.
    if (isCall(body.message)) {
      if (this.#total("calls") >= LIMITS.calls) {
        return overloaded(`${LIMITS.calls} calls are running, which is the limit`);
      }
      open.calls = 1;
    }
    const { url, method, headers, signal } = open.request;
    const anyEnd = AbortSignal.any([signal, open.stop.signal]);
    return await this.#protocol.fetch(new Request(url, { method, headers, signal: anyEnd }), {
      parsedBody: body.message,
    });
  }

  #reserveBody(open: OpenRequest, bytes: number): boolean {
    open.bodyBytes = Math.max(0, bytes - UNCOUNTED_BODY_BYTES);
    return this.#total("bodyBytes") <= LIMITS.protocolLine;
  }

  #total(what: "bodyBytes" | "calls"): number {
    return [...this.#open].reduce((sum, open) => sum + open[what], 0);
  }

  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    const late = Promise.withResolvers<void>(), timer = setTimeout(late.resolve, graceMs);
    const calls = [...this.#open].filter(endsByItself);
    await Promise.race([Promise.all(calls.map(({ ended }) => ended.promise)), late.promise]);
    clearTimeout(timer);
    await this.#protocol.close();
    for (const { stop } of calls) stop.abort("fossick: the server stops");
  }
}

/** Passes a response's body on, and ends its request when it has been read or given up. */
function endedWith(body: ReadableStream<Uint8Array>, { stop, ended }: OpenRequest): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable, { signal: stop.signal }).then(ended.resolve, () => ended.resolve());
  return readable;
}

/** Whether a request ends by itself. The protocol ends a subscription after all other requests have ended. */
function endsByItself({ request }: OpenRequest): boolean {
  return request.headers.get("mcp-method") !== "subscriptions/listen";
}
