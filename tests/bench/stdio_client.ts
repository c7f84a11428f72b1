/**
 * The least client that can time a server: one JSON line out, one in. A time ends with the answer's last byte; what a
 * host does with it then is the host's.
 * @module
 */

const NEWLINE = 10;

/** A message, as far as it is looked at here. */
interface Message {
  readonly id?: number | string | null;
  readonly result?: { readonly structuredContent?: Record<string, unknown>; readonly isError?: boolean };
  readonly error?: { readonly message?: string };
}

/** An answer, and the milliseconds from sending the question to having all of it. */
export interface Timed {
  readonly ms: number;
  readonly fields: Record<string, unknown>;
}

/** A server process spoken to over stdio. */
export class StdioClient implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array[] = [];
  #id = 0;

  constructor(command: string, args: readonly string[]) {
    this.#child = new Deno.Command(command, { args: [...args], stdin: "piped", stdout: "piped", stderr: "null" })
      .spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.getReader();
  }

  /** The server's process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Opens the session. */
  async initialize(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.#request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /**
   * Calls a tool; its structured content.
   * @throws Error when the answer is an error
   */
  async call(name: string, args: Record<string, unknown>): Promise<Timed> {
    const { ms, message } = await this.#request("tools/call", { name, arguments: args });
    const { structuredContent, isError } = message.result ?? {};
    if (structuredContent === undefined || isError) {
      throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(message.error ?? structuredContent)}`);
    }
    return { ms, fields: structuredContent };
  }

  /** Ends the server's input, and so the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#child.status;
    await this.#reader.cancel();
  }

  async #request(method: string, params: unknown): Promise<{ ms: number; message: Message }> {
    const id = ++this.#id, began = performance.now();
    await this.#send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const line = await this.#line(), ms = performance.now() - began;
      const message: Message = JSON.parse(line());
      if (message.id === id) return { ms, message };
    }
  }

  async #send(message: unknown): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  /** The next line, decoded when it is called for: the clock stands by then. */
  async #line(): Promise<() => string> {
    const parts = this.#rest;
    for (let at = parts.length === 1 ? parts[0].indexOf(NEWLINE) : -1;;) {
      if (at >= 0) {
        const last = parts.pop() ?? new Uint8Array();
        parts.push(last.subarray(0, at));
        this.#rest = at + 1 < last.length ? [last.subarray(at + 1)] : [];
        return () => joined(parts);
      }
      const { value } = await this.#reader.read();
      if (value === undefined) throw new Error("the server ended");
      parts.push(value);
      at = value.indexOf(NEWLINE);
    }
  }
}

function joined(parts: readonly Uint8Array[]): string {
  const text = new TextDecoder();
  return parts.map((part) => text.decode(part, { stream: true })).join("") + text.decode();
}
