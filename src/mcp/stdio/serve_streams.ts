/**
 * Serves MCP over a pair of byte streams, one message per line, until they end.
 * @module
 */
import type { JSONRPCMessage, JSONRPCRequest, RequestId, Transport } from "@modelcontextprotocol/server";
import { LIMITS } from "../../model/limits.ts";
import { isCall, membersOf } from "../incoming_message.ts";
import type { Offer } from "../offer.ts";
import type { buildServer, ParsedMessage, ParseMessage } from "../server.ts";
import type { Service } from "../service.ts";
import { WeightedSemaphore } from "../call_limits.ts";
import { Opening } from "./opening.ts";
import { type Line, LineSplitter, parseLine } from "./parse_line.ts";

/** A server that starts. */
export interface Starting {
  /** What can be answered at once; absent: nothing. */
  readonly offer?: Offer;
  /** Starts the service, when a client first asks for more. */
  start(): Promise<Service>;
  /** Builds a server. Tests may replace it. */
  readonly build?: typeof buildServer;
}

/**
 * Serves until `input` has ended, or the reader of `output` has closed it.
 * @returns rejects if the service can't be started
 */
export async function serveStreams(
  starting: Starting,
  input: ReadableStream<Uint8Array>,
  output: WritableStream<Uint8Array>,
): Promise<void> {
  await new LineTransport(starting, input, output).serve();
}

/** Milliseconds in which pending requests may still be answered after the end of input. */
const DRAIN_MS = 500;

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
  readonly #opening: Opening | undefined;
  /** The SDK's parser of messages; fulfilled when the SDK serves. */
  #connected: Promise<ParseMessage> | undefined;
  /** The request of the opening that the SDK answers once more, to no one. */
  #repeated: { readonly id: RequestId; readonly answered: () => void } | undefined;
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

  constructor(
    private readonly starting: Starting,
    input: ReadableStream<Uint8Array>,
    output: WritableStream<Uint8Array>,
  ) {
    this.#opening = starting.offer && new Opening(starting.offer);
    this.#reader = input.getReader();
    this.#writer = output.getWriter();
  }

  /** Serves until the connection has ended. */
  serve(): Promise<void> {
    this.#readLines().catch((error) => this.onerror?.(error)).finally(() => this.close());
    return this.#closed.promise;
  }

  /** The SDK starts transports; this one reads already. */
  start(): Promise<void> {
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!("method" in message) && message.id !== undefined) {
      if (message.id === this.#repeated?.id) return this.#repeated.answered();
      this.#settle(message.id);
    }
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
      for (const line of lines.push(next.value)) await this.#handleLine(line);
      await this.#waitUntil(() =>
        this.#unanswered <= MAX_UNANSWERED.lines && this.#pendingBytes <= MAX_UNANSWERED.bytes
      );
    }
    const late = Promise.withResolvers<void>(), timer = setTimeout(late.resolve, DRAIN_MS);
    await Promise.race([this.#waitUntil(() => this.#unanswered === 0), late.promise]);
    clearTimeout(timer);
  }

  async #handleLine(line: Line): Promise<void> {
    const { value, error } = parseLine(line);
    if (error !== undefined) void this.#write(error);
    if (value === undefined) return;
    const answer = this.onmessage === undefined ? this.#opening?.answer(value) : undefined;
    if (answer === undefined) {
      const parse = await (this.#connected ??= this.#connect());
      return this.#handleMessage(parse(value), line.bytes.length);
    }
    const written = answer && this.#write(answer);
    // Clients ask for the tools before they need more.
    if (membersOf(value).method === "tools/list") void written?.then(() => this.#connected ??= this.#connect());
  }

  /** Starts the service, loads the SDK, and tells it of the messages that were answered already. */
  async #connect(): Promise<ParseMessage> {
    try {
      const [service, { connectStdio, parseMessage }] = await Promise.all([
        this.starting.start(),
        import("../server.ts"),
      ]);
      connectStdio(service, this, this.starting.build);
      for (const value of this.#opening?.answered ?? []) await this.#repeat(parseMessage(value));
      return parseMessage;
    } catch (error) {
      this.#closed.reject(error);
      throw error;
    }
  }

  async #repeat({ message }: ParsedMessage): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (message !== undefined && isRequest(message)) this.#repeated = { id: message.id, answered: resolve };
    else resolve();
    if (message !== undefined) this.onmessage?.(message);
    await promise;
    this.#repeated = undefined;
  }

  get #unanswered(): number {
    return this.#pending.size + this.#writing;
  }

  #handleMessage({ message, error }: ParsedMessage, bytes: number): void {
    if (error !== undefined) void this.#write(error);
    if (message === undefined) return;
    if (isRequest(message)) return void this.#deliver(message, bytes);
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

  async #write(message: object): Promise<void> {
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

function isRequest(message: JSONRPCMessage): message is JSONRPCRequest {
  return "method" in message && "id" in message;
}
