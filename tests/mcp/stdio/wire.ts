/**
 * A client that sends raw lines, including ones that no valid client would.
 * @module
 */
import { serveStreams } from "../../../src/mcp/stdio/serve_streams.ts";
import type { Service } from "../../../src/mcp/service.ts";

/** A received JSON-RPC message. */
export type Received = Record<string, unknown>;

/** One connection to a service in this process; its disposal ends it. */
export class Wire implements AsyncDisposable {
  readonly #input = new TransformStream<Uint8Array, Uint8Array>();
  readonly #output = new TransformStream<Uint8Array, Uint8Array>();
  readonly #writer = this.#input.writable.getWriter();
  readonly #lines = this.#read();
  /** Fulfilled when the server has ended. */
  readonly ended: Promise<void>;

  constructor(service: Service) {
    const start = () => Promise.resolve(service);
    this.ended = serveStreams({ offer: service, start }, this.#input.readable, this.#output.writable);
  }

  /** A connection after the handshake. */
  static async opened(service: Service): Promise<Wire> {
    const wire = new Wire(service);
    await wire.initialize();
    return wire;
  }

  /** Sends a message, or raw text. */
  async send(line: unknown): Promise<void> {
    const text = typeof line === "string" ? line : JSON.stringify(line);
    await this.bytes(new TextEncoder().encode(text + "\n"));
  }

  async bytes(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  /** The next message of the server; undefined after its end. */
  async next(): Promise<Received | undefined> {
    const { value } = await this.#lines.next();
    return value;
  }

  async request(id: number | string, method: string, params: Record<string, unknown> = {}) {
    await this.send({ jsonrpc: "2.0", id, method, params });
    return await this.next();
  }

  /** The 2025-era handshake. */
  async initialize(protocolVersion = "2025-11-25"): Promise<Received | undefined> {
    const clientInfo = { name: "wire", version: "1" };
    const answer = await this.request(0, "initialize", { protocolVersion, capabilities: {}, clientInfo });
    await this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  /** Closes the client's end. */
  async end(): Promise<void> {
    await this.#writer.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end().catch(() => {});
    await this.ended;
  }

  async *#read(): AsyncGenerator<Received, undefined> {
    // Parts are joined at the end of their line: an answer of 40 MB has hundreds of them.
    let parts: string[] = [];
    for await (const chunk of this.#output.readable.pipeThrough(new TextDecoderStream())) {
      const [first = "", ...others] = chunk.split("\n");
      parts.push(first);
      for (const part of others) {
        yield JSON.parse(parts.join(""));
        parts = [part];
      }
    }
    return undefined;
  }
}
