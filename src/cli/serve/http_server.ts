/**
 * An HTTP server on node's, whose timeouts end requests that never arrive whole: Deno.serve keeps a connection with half
 * a request as long as its client likes.
 * @module
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { errorResponse } from "../../mcp/http/http_access.ts";
import type { HttpRequest } from "../../mcp/http/http_handler.ts";
import { logError } from "../../mcp/log_error.ts";
import { LIMITS } from "../../model/limits.ts";

/** Answers a request. */
export type AnswerRequest = (request: HttpRequest) => Promise<Response>;

/** Timeouts in milliseconds: see `LIMITS.http`. */
export type HttpTimeouts = Readonly<Record<"headersMs" | "bodyMs" | "idleMs" | "writeMs", number>>;

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /** Accepts no more connections; resolves when the responses in progress are sent. */
  close(): Promise<void>;
}

/** Bytes of a response that are written at a time: a slow client must read these within `writeMs`. */
const PIECE_BYTES = 64 * 2 ** 10;

/**
 * Listens, and has `answer` answer each request.
 * @throws the system's error, such as `EADDRINUSE`
 */
export async function listenHttp(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  answer: AnswerRequest,
  { headersMs, bodyMs, idleMs, writeMs }: HttpTimeouts = LIMITS.http,
): Promise<HttpServer> {
  const options = {
    headersTimeout: headersMs,
    requestTimeout: headersMs + bodyMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(1000, headersMs),
  };
  const server = createServer(options, (incoming, outgoing) => {
    respond(incoming, outgoing, answer, writeMs).catch(() => outgoing.destroy());
  });
  // Deno accepts no more connections, and does not report it, once none has a free descriptor.
  server.maxConnections = LIMITS.http.connections;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, hostname, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: AnswerRequest,
  writeMs: number,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await answer(toHttpRequest(incoming, gone.signal)).catch((error) => {
    // A client that has left may be the cause.
    if (!gone.signal.aborted) logError(error);
    return errorResponse(500, "Internal server error");
  });
  const reader = response.body?.getReader(), leave = () => void reader?.cancel().catch(() => {});
  gone.signal.addEventListener("abort", leave);
  reader?.closed.catch(() => outgoing.destroy());
  try {
    // A connection that ends with a part of the request unread would lose the response.
    if (!incoming.complete) await endOf(incoming, gone.signal);
    // Whether the connection is kept is the client's choice: a response of the SDK would keep it in any case.
    response.headers.delete("connection");
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.flushHeaders();
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      await write(outgoing, next.value, writeMs);
    }
    outgoing.end();
  } finally {
    leave();
  }
}

/** Drops the rest of a request. @throws if the client leaves */
async function endOf(incoming: IncomingMessage, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    incoming.once("end", resolve).resume();
    gone.addEventListener("abort", () => reject(gone.reason));
  });
}

/** Writes in pieces, each when the system has taken the one before. @throws if that takes too long */
async function write(outgoing: ServerResponse, bytes: Uint8Array, writeMs: number): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(new Error("stalled")), writeMs);
    outgoing.write(bytes.subarray(at, at + PIECE_BYTES), (error) => error ? reject(error) : resolve());
    await promise.finally(() => clearTimeout(timer));
  }
}

/** Only the path of the URL counts: the Host header is checked separately. */
function toHttpRequest(incoming: IncomingMessage, signal: AbortSignal): HttpRequest {
  const { method = "", url = "", rawHeaders } = incoming, headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i], rawHeaders[i + 1]);
  const body = incoming.iterator({ destroyOnReturn: false });
  return { method, url: url.startsWith("/") ? `http://localhost${url}` : url, headers, signal, body };
}
