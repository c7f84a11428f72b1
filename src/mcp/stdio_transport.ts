/**
 * MCP over a pair of byte streams, one message a line. It stays up whatever the lines hold, and ends when
 * either stream does.
 * @module
 */
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { jsonPieces } from "../format/json_pieces.ts";
import type { Steps } from "../format/steps.ts";
import { LIMITS } from "../model/limits.ts";
import { breathe, finished } from "./breath.ts";
import { CallQueue } from "./call_queue.ts";
import { type Line, LineSplitter } from "./line_splitter.ts";
import { type ErrorLine, looksLikeCall, type Parsed, parseLine, requestIds } from "./message_line.ts";
import { LONG_ANSWERS } from "./turnstile.ts";

/** Milliseconds that calls under way at the end of input have to deliver their answers. */
const LAST_WORDS_MS = 150;

/** What a line that is being sent counts for, however long it is. */
const LONG_LINE = 4 * 2 ** 20;

/** Lines, or milliseconds of taking them in, behind which all else has its turn: a client may never stop to write. */
const STRETCH = { lines: 16, ms: 8 } as const;

/**
 * Lines that were not answered, and bytes of lines with calls that wait, behind which no more is read. Some clients
 * read nothing before they have written all they want to, and in what is read may be an answer that a call waits for:
 * so there may be many.
 */
const UNANSWERED = { lines: 10_000, bytes: LIMITS.protocolLine } as const;

/** Bytes of answers that the client has not read, above which no further request begins. */
const UNWRITTEN = 64 * 2 ** 20;

/** The requests of one batch line, answered together. */
interface Batch {
  readonly open: Set<RequestId>;
  readonly answers: (JSONRPCMessage | ErrorLine)[];
}

/** The server's end of a stdio connection. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Fulfilled once the connection is over, for whatever reason. */
  readonly closed: Promise<void>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #encoder = new TextEncoder();
  /** Requests without an answer, each with what calls off the writing of it. */
  readonly #owed = new Map<RequestId, AbortController>();
  readonly #batches = new Set<Batch>();
  readonly #calls = new CallQueue((message) => this.onmessage?.(message), () => this.#unwritten > UNWRITTEN);
  /** Bytes that were handed over and that the client has not taken yet. */
  #unwritten = 0;
  /** Lines whose refusal is being written. */
  #refused = 0;
  #paid: () => void = () => {};
  #settled: () => void = () => {};
  #close: (() => void) | undefined;

  /**
   * @param onLine told of every line, before it is understood, and whether it looks like a call
   * @param onLong told of every long line that is being written, and when that is over
   */
  constructor(
    input: ReadableStream<Uint8Array>,
    output: WritableStream<Uint8Array>,
    readonly onLine: (isCall: boolean) => void = () => {},
    readonly onLong: (written: Promise<void>) => void = () => {},
  ) {
    this.#reader = input.getReader();
    this.#writer = output.getWriter();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.closed = promise;
    this.#close = resolve;
  }

  start(): Promise<void> {
    this.#readLines().catch((error) => this.onerror?.(error)).finally(() => this.close());
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const id = "method" in message ? undefined : message.id;
    const batch = id === undefined ? undefined : this.#batchOf(id);
    if (batch === undefined) await this.#write(message, id);
    else batch.answers.push(message);
    if (id === undefined) return;
    // Of a batch before it is written: that waits for its other calls, for which there must be places.
    this.#calls.over(id);
    await this.#settle(id);
  }

  close(): Promise<void> {
    const first = this.#close;
    this.#close = undefined;
    if (first === undefined) return Promise.resolve();
    this.#reader.cancel().catch(() => {});
    this.onclose?.();
    first();
    return Promise.resolve();
  }

  async #readLines(): Promise<void> {
    const lines = new LineSplitter(LIMITS.protocolLine);
    let taken = 0, ms = 0;
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) {
      for (const line of lines.push(next.value)) {
        const began = performance.now();
        this.#takeLine(line);
        ms += performance.now() - began;
        if (++taken < STRETCH.lines && ms < STRETCH.ms) continue;
        await breathe(undefined);
        taken = ms = 0;
      }
      while (this.#isFull) await new Promise<void>((resolve) => this.#settled = resolve);
    }
    if (this.#unanswered > 0) await this.#lastWords();
  }

  get #isFull(): boolean {
    return this.#unanswered > UNANSWERED.lines || this.#calls.bytes > UNANSWERED.bytes;
  }

  get #unanswered(): number {
    return this.#owed.size + this.#refused;
  }

  #takeLine(line: Line): void {
    this.onLine(looksLikeCall(line));
    const bytes = line.kind === "line" ? line.bytes.length : 0;
    this.#take(parseLine(line), bytes);
  }

  #take(parsed: Parsed, bytes: number): void {
    const ids = requestIds(parsed.messages);
    for (const id of ids) this.#owed.set(id, new AbortController());
    if (parsed.batch && ids.length > 0) this.#batches.add({ open: new Set(ids), answers: [...parsed.errors] });
    else if (parsed.errors.length > 0) void this.#refuse(parsed.batch ? parsed.errors : parsed.errors[0]);
    const share = Math.ceil(bytes / parsed.messages.length);
    for (const message of parsed.messages) this.#deliver(message, share);
  }

  async #refuse(errors: ErrorLine | readonly ErrorLine[]): Promise<void> {
    this.#refused++;
    await this.#write(errors);
    this.#refused--;
    this.#answered();
  }

  #deliver(message: JSONRPCMessage, bytes: number): void {
    this.#calls.take(message, bytes);
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.requestId;
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#owed.get(id)?.abort();
    this.#calls.over(id);
    void this.#settle(id);
  }

  /** Nothing more is owed for `id`; its batch goes out with its last answer. */
  async #settle(id: RequestId): Promise<void> {
    const batch = this.#batchOf(id);
    batch?.open.delete(id);
    if (batch?.open.size === 0) {
      this.#batches.delete(batch);
      if (batch.answers.length > 0) await this.#write(batch.answers);
    }
    this.#owed.delete(id);
    this.#answered();
  }

  #answered(): void {
    this.#settled();
    if (this.#unanswered === 0) this.#paid();
  }

  #batchOf(id: RequestId): Batch | undefined {
    for (const batch of this.#batches) if (batch.open.has(id)) return batch;
  }

  /**
   * Writes a line. While a long one is made others are read, and short ones pass it.
   * @param id whose answer it is: when that is called off there is none
   */
  async #write(value: unknown, id?: RequestId): Promise<void> {
    const signal = id === undefined ? undefined : this.#owed.get(id)?.signal;
    try {
      const pieces = jsonPieces(value), first = pieces.next(), second = pieces.next();
      if (first.done || second.done) await this.#hand([this.#encoder.encode(`${first.value}\n`)]);
      else await this.#followed(this.#writeLong([first.value, second.value], pieces, signal));
    } catch {
      // A reader that has gone away ends the connection; it is no failure of ours.
      if (!signal?.aborted) await this.close();
    }
  }

  #followed(written: Promise<void>): Promise<void> {
    this.onLong(written);
    return written;
  }

  async #writeLong(begun: readonly string[], rest: Iterable<string>, signal: AbortSignal | undefined): Promise<void> {
    LONG_ANSWERS.add(LONG_LINE);
    try {
      await this.#hand(await finished(this.#encoded(begun, rest), signal));
    } finally {
      LONG_ANSWERS.leave(LONG_LINE);
    }
  }

  *#encoded(begun: readonly string[], rest: Iterable<string>): Steps<Uint8Array[]> {
    const encoded = begun.map((piece) => this.#encoder.encode(piece));
    for (const piece of rest) {
      encoded.push(this.#encoder.encode(piece));
      yield;
    }
    return [...encoded, this.#encoder.encode("\n")];
  }

  /** Nobody else's bytes come between pieces that are handed over in one go. */
  async #hand(pieces: readonly Uint8Array[]): Promise<void> {
    if (this.#close === undefined) return;
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    this.#unwritten += bytes;
    try {
      await Promise.all(pieces.map((piece) => this.#writer.write(piece)));
    } finally {
      this.#unwritten -= bytes;
      this.#calls.letIn();
    }
  }

  #lastWords(): Promise<void> {
    return new Promise((resolve) => {
      this.#paid = resolve;
      setTimeout(resolve, LAST_WORDS_MS);
    });
  }
}
