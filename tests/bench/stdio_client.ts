/**
 * The least client that can time a server: one JSON line out, one in.
 * @module
 */

/** A server process spoken to over stdio. */
export class StdioClient {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";
  #id = 0;

  constructor(command: string, args: string[]) {
    this.#child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "null" }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Opens the session. */
  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** Calls a tool; the structured content. */
  async call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await this.request("tools/call", { name, arguments: args });
    return answer.result.structuredContent;
  }

  /** Sends a request and waits for its answer. */
  async request(method: string, params: unknown) {
    const id = ++this.#id;
    await this.#send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const message = JSON.parse(await this.#line());
      if (message.id === id) return message;
    }
  }

  /** Ends the server's input, and so the server. */
  async close(): Promise<void> {
    await this.#writer.close();
    await this.#child.status;
    await this.#reader.cancel();
  }

  async #send(message: unknown): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf("\n");
      if (end >= 0) {
        const line = this.#rest.slice(0, end);
        this.#rest = this.#rest.slice(end + 1);
        return line;
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error("the server ended");
      this.#rest += value;
    }
  }
}
