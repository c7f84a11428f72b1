/**
 * Serves MCP over a pair of byte streams, one message per line, until they end.
 * @module
 */
import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { LIMITS } from "../../model/limits.ts";
import { type ErrorLine, LineSplitter, type ParsedLine, parseLine } from "./parse_line.ts";
import { isCall } from "../incoming_message.ts";
import { buildServer } from "../server.ts";
import type { Service } from "../service.ts";
import { Stats } from "../stats.ts";
import { logError } from "../log_error.ts";
import { WeightedSemaphore } from "../weighted_semaphore.ts";

/**
 * Serves `service` until `input` has ended, or the reader of `output` has closed it. Never rejects.
 * @param build builds a server. Tests may replace it
 */
export async function serveStreams(
  service: Service,
  input: ReadableStream<Uint8Array>,
  output: WritableStream<Uint8Array>,
  build = buildServer,
): Promise<void> {
  const transport = new LineTransport(input, output), stats = new Stats();
  serveStdio(() => build(service, stats), { transport, onerror: (error) => logError(error) });
  await transport.closed;
}

/** Milliseconds in which pending requests may still be answered after the end of input. */
const DRAIN_MS = 150;

/**
 * Limits on lines whose answers are not written, and on bytes of pending requests. Above them reading pauses. They are high
 * because some clients write all their requests before they read.
 */
const MAX_UNANSWERED = { lines: 10_000, bytes: LIMITS.protocolLine } as const;

/** The limit on bytes of answers that the client has not read. Above it no further request starts. */
const MAX_UNWRITTEN_BYTES = 64 * 2 ** 20;

/** A request that is not answered yet. */
interface PendingRequest {
  readonly bytes: number;
  /** Aborted when the request is answered or cancelled. */
  readonly settled: AbortController;
}

/**
 * The server's end of a stdio connection. Invalid lines do not end it, only the end of either stream does. The SDK's own
 * transport closes the connection at a line that is too long, drops broken lines without an answer, and keeps reading
 * while its client reads nothing.
 */
class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #closed = Promise.withResolvers<void>();
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #pending = new Map<RequestId, PendingRequest>();
  readonly #callSlots = new WeightedSemaphore(LIMITS.calls);
  #isClosed = false;
  #pendingBytes = 0;
  /** The number of lines being written, and their bytes. */
  #writing = 0;
  #unwrittenBytes = 0;
  /** Resolved and replaced when one of the numbers above falls. */
  #change = Promise.withResolvers<void>();

  constructor(input: ReadableStream<Uint8Array>, output: WritableStream<Uint8Array>) {
    this.#reader = input.getReader();
    this.#writer = output.getWriter();
  }

  /** Fulfilled when the connection has ended. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  start(): Promise<void> {
    this.#readLines().catch((error) => this.onerror?.(error)).finally(() => this.close());
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) this.#settle(message.id);
    await this.#write(message);
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    this.#notifyChange();
    this.#reader.cancel().catch(() => {});
    this.onclose?.();
    this.#closed.resolve();
    return Promise.resolve();
  }

  async #readLines(): Promise<void> {
    const lines = new LineSplitter(LIMITS.protocolLine);
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) {
      for (const line of lines.push(next.value)) {
        this.#handleLine(parseLine(line), line.kind === "line" ? line.bytes.length : 0);
      }
      await this.#waitUntil(() =>
        this.#unanswered <= MAX_UNANSWERED.lines && this.#pendingBytes <= MAX_UNANSWERED.bytes
      );
    }
    const late = Promise.withResolvers<void>(), timer = setTimeout(late.resolve, DRAIN_MS);
    await Promise.race([this.#waitUntil(() => this.#unanswered === 0), late.promise]);
    clearTimeout(timer);
  }

  get #unanswered(): number {
    return this.#pending.size + this.#writing;
  }

  #handleLine({ message, error }: ParsedLine, bytes: number): void {
    if (error !== undefined) void this.#write(error);
    if (message === undefined) return;
    if (isJSONRPCRequest(message)) return void this.#deliver(message, bytes);
    this.onmessage?.(message);
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.requestId;
    if (typeof id === "string" || typeof id === "number") this.#settle(id);
  }

  /** Delivers a request when the client has read enough, and for a call, when there is a slot. */
  async #deliver(request: JSONRPCRequest, bytes: number): Promise<void> {
    const settled = new AbortController(), { signal } = settled;
    this.#settle(request.id);
    this.#pending.set(request.id, { bytes, settled });
    this.#pendingBytes += bytes;
    try {
      if (isCall(request)) await this.#acquireSlot(signal);
      if (this.#unwrittenBytes > MAX_UNWRITTEN_BYTES) {
        await this.#waitUntil(() => this.#unwrittenBytes <= MAX_UNWRITTEN_BYTES);
      }
    } catch {
      return; // cancelled while it waited
    }
    if (!signal.aborted) this.onmessage?.(request);
  }

  async #acquireSlot(settled: AbortSignal): Promise<void> {
    await this.#callSlots.acquire(1, settled);
    const release = () => this.#callSlots.release(1);
    if (settled.aborted) release();
    else settled.addEventListener("abort", release, { once: true });
  }

  /** Records that the request `id` is answered or cancelled. */
  #settle(id: RequestId): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#pendingBytes -= pending.bytes;
    pending.settled.abort();
    this.#notifyChange();
  }

  async #write(message: JSONRPCMessage | ErrorLine): Promise<void> {
    if (this.#isClosed) return;
    const bytes = this.#encoder.encode(JSON.stringify(message) + "\n");
    this.#writing++;
    this.#unwrittenBytes += bytes.length;
    try {
      await this.#writer.write(bytes);
    } catch {
      await this.close(); // the client has gone
    } finally {
      this.#writing--;
      this.#unwrittenBytes -= bytes.length;
      this.#notifyChange();
    }
  }

  async #waitUntil(holds: () => boolean): Promise<void> {
    while (!holds() && !this.#isClosed) await this.#change.promise;
  }

  #notifyChange(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers<void>();
  }
}
