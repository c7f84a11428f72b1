/**
 * An HTTP server on node's, with timeouts for connections: Deno.serve keeps a connection with half a request as long as
 * its client likes.
 * @module
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import { LIMITS } from "../../model/limits.ts";
import type { HttpRequest } from "../../mcp/http/http_call.ts";
import { errorResponse } from "../../mcp/http/error_response.ts";
import { logError } from "../../mcp/log_error.ts";

/** Answers a request. */
export type HttpHandler = (request: HttpRequest) => Promise<Response>;

/** A listening server. `finished` rejects when it can't accept connections any more. */
export type HttpServer = Pick<Deno.HttpServer<Deno.NetAddr>, "addr" | "finished" | "shutdown">;

/** Timeouts in milliseconds after which a connection is closed. */
export interface ConnectionTimeouts {
  /** Until all headers of the first request have arrived. */
  readonly headersMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  /** While a response is sent and the client reads nothing. */
  readonly writeMs: number;
}

/** Starts listening; `answer` handles each request. */
export function listenHttp(
  address: Deno.TcpListenOptions,
  answer: HttpHandler,
  bounds: ConnectionTimeouts = LIMITS.http,
): HttpServer {
  const connections = new Map<Duplex, Connection>();
  const http = createServer({ keepAliveTimeout: bounds.idleMs, requestTimeout: 0 }, (incoming, outgoing) => {
    connections.get(incoming.socket)?.handle(incoming, outgoing, answer);
  });
  http.on("clientError", (_, socket) => connections.get(socket)?.rejectMalformed());
  // Before version 2.9, Deno's node server can't serve a connection that it did not accept itself.
  if (http.listenerCount("connection") === 0) return Deno.serve({ ...address, onListen: () => {} }, answer);
  const listener = Deno.listen(address), finished = acceptAll(listener, http, connections, bounds);
  return {
    addr: listener.addr,
    finished,
    async shutdown() {
      listener.close();
      await Promise.allSettled([...connections.values()].map((connection) => connection.shutdown()));
    },
  };
}

async function acceptAll(
  listener: Deno.TcpListener,
  http: Server,
  connections: Map<Duplex, Connection>,
  bounds: ConnectionTimeouts,
): Promise<void> {
  for (let next = await acceptNext(listener); next !== undefined; next = await acceptNext(listener)) {
    next.setNoDelay();
    const socket = Duplex.fromWeb({ readable: next.readable, writable: next.writable });
    connections.set(socket, new Connection(socket, bounds));
    socket.once("close", () => connections.delete(socket));
    http.emit("connection", socket);
  }
}

/** The next connection; undefined after the listener was closed. */
async function acceptNext(listener: Deno.TcpListener): Promise<Deno.TcpConn | undefined> {
  for (;;) {
    try {
      return await listener.accept();
    } catch (error) {
      if (error instanceof Deno.errors.BadResource || error instanceof Deno.errors.Interrupted) return undefined;
      // The client left before the connection was accepted; BSD and macOS report that.
      if (!(error instanceof Deno.errors.ConnectionAborted)) throw error;
    }
  }
}

/** A connection. It is closed when its client is idle for too long. */
class Connection {
  readonly #responses = new Set<Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly socket: Duplex, readonly timeouts: ConnectionTimeouts) {
    socket.once("close", () => clearTimeout(this.#timer));
    this.#closeAfter(timeouts.headersMs);
  }

  handle(incoming: IncomingMessage, outgoing: ServerResponse, answer: HttpHandler): void {
    if (this.#responses.size === 0) clearTimeout(this.#timer);
    const served = this.#respond(incoming, outgoing, answer).catch(() => void this.socket.destroy()).finally(() => {
      this.#responses.delete(served);
      if (this.#responses.size === 0) this.#closeAfter(this.timeouts.idleMs);
    });
    this.#responses.add(served);
  }

  /** Answers bytes that are not HTTP. */
  rejectMalformed(): void {
    if (this.#responses.size > 0) this.socket.destroy();
    else this.socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
  }

  /** Closes the connection after the pending responses are sent. */
  async shutdown(): Promise<void> {
    await Promise.all(this.#responses);
    this.socket.destroy();
  }

  async #respond(incoming: IncomingMessage, outgoing: ServerResponse, answer: HttpHandler): Promise<void> {
    const gone = new AbortController();
    outgoing.once("close", () => gone.abort());
    const response = await answer(toHttpRequest(incoming, gone.signal)).catch((error) =>
      internalError(error, gone.signal)
    );
    if (response.headers.get("connection") !== "close") await drainBody(incoming, this.timeouts.headersMs);
    // Deno's node server destroys a socket that it did not accept itself when no further request waits on it. Without this
    // header a client may send its next request on that connection, and lose it.
    if (this.#responses.size === 1) outgoing.shouldKeepAlive = false;
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.flushHeaders();
    if (response.body !== null) await this.#send(response.body.getReader(), outgoing, gone.signal);
    await this.#awaitWrite((done) => outgoing.end(done));
  }

  async #send(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    outgoing: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const leave = () => void reader.cancel().catch(() => {});
    gone.addEventListener("abort", leave);
    // A response that fails closes the connection, even if its client reads nothing.
    reader.closed.catch(() => this.socket.destroy());
    try {
      for (let next = await reader.read(); !next.done && !gone.aborted; next = await reader.read()) {
        const { value } = next;
        await this.#awaitWrite((done) => outgoing.write(value, done));
      }
    } finally {
      leave();
    }
  }

  /** Resolves when the system has taken the bytes that `write` writes. */
  async #awaitWrite(write: (done: (error?: Error | null) => void) => void): Promise<void> {
    this.#closeAfter(this.timeouts.writeMs);
    await new Promise<void>((resolve, reject) => write((error) => error ? reject(error) : resolve()));
    clearTimeout(this.#timer);
  }

  #closeAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.socket.destroyed) this.#timer = setTimeout(() => this.socket.destroy(), ms);
  }
}

/** Logs the error, unless the client has left: its leaving may be the cause. */
function internalError(error: unknown, gone: AbortSignal): Response {
  if (!gone.aborted) logError(error);
  return errorResponse(500, "Internal server error");
}

/**
 * Reads and drops the rest of a body, up to a timeout: node closes the connection of an unread body, and the response
 * is lost.
 */
async function drainBody(incoming: IncomingMessage, ms: number): Promise<void> {
  if (incoming.complete) return;
  const { promise, resolve } = Promise.withResolvers<void>(), timer = setTimeout(resolve, ms);
  incoming.once("end", resolve).once("close", resolve).resume();
  await promise;
  clearTimeout(timer);
}

/** Only the path of the URL counts: the Host header is checked separately. */
function toHttpRequest(incoming: IncomingMessage, signal: AbortSignal): HttpRequest {
  const { method = "", url = "", rawHeaders } = incoming, headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i], rawHeaders[i + 1]);
  const body = method === "POST" ? bodyStream(incoming) : null;
  return { method, url: url.startsWith("/") ? `http://localhost${url}` : url, headers, signal, body };
}

/** A body that is read on demand. After a cancel the rest is dropped: destroying it would end the response too. */
function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const begin = (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    incoming.on("data", (chunk) => {
      controller.enqueue(chunk);
      incoming.pause();
    });
    incoming.once("end", () => controller.close());
    incoming.once("error", (error) => controller.error(error));
  };
  return new ReadableStream({
    pull(controller) {
      if (incoming.listenerCount("data") === 0) begin(controller);
      incoming.resume();
    },
    cancel: () => void incoming.removeAllListeners("data").removeAllListeners("end").resume(),
  }, { highWaterMark: 0 });
}
