/**
 * A host that runs the real program over stdio, with any number of concurrent calls.
 * @module
 */
import type { CommandLine } from "./program.ts";

/** The structured content of an answer, or the arguments of a call. */
export type Fields = Record<string, unknown>;

/** A message of the server: the parts used here. */
interface Message {
  readonly id?: number | string | null;
  readonly result?: Fields & { readonly structuredContent?: Fields; readonly content?: unknown };
  readonly error?: unknown;
}

/** A request without an answer yet. */
interface PendingRequest {
  readonly answer: (message: Message) => void;
  readonly fail: (error: Error) => void;
}

/** A server process and its calls. */
export class StdioHost implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #pending = new Map<number, PendingRequest>();
  readonly #readLoop: Promise<void>;
  #id = 0;
  #hasEnded = false;

  private constructor([command, ...args]: CommandLine) {
    this.#child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "inherit" }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#readLoop = this.#read();
  }

  /** Starts the program and opens a session. */
  static async start(line: CommandLine): Promise<StdioHost> {
    const host = new StdioHost(line);
    const clientInfo = { name: "host", version: "1" };
    await host.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await host.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return host;
  }

  /** The server's process. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Calls a tool; returns its structured content, also for an error. */
  async call(name: string, args: Fields): Promise<Fields> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    if (result?.structuredContent === undefined) throw new Error(`no answer to ${name}: ${JSON.stringify(error)}`);
    return result.structuredContent;
  }

  /** Calls a tool and cancels the call immediately; an answer that still arrives is ignored. */
  async abandon(name: string, args: Fields): Promise<void> {
    const id = ++this.#id;
    await this.#send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
    await this.#send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
  }

  /** Sends a request and waits for its answer. */
  request(method: string, params: Fields): Promise<Message> {
    const id = ++this.#id;
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    if (this.#hasEnded) reject(new Error("the server has ended"));
    this.#pending.set(id, { answer: resolve, fail: reject });
    this.#send({ jsonrpc: "2.0", id, method, params }).catch(reject);
    return promise;
  }

  /** Closes the server's input, and so ends the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#child.status;
    await this.#readLoop;
  }

  async #send(message: unknown): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  }

  async #read(): Promise<void> {
    let rest: string[] = [];
    for await (const chunk of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = chunk.split("\n");
      if (lines.length === 1) {
        rest.push(chunk);
        continue;
      }
      lines[0] = rest.join("") + lines[0];
      rest = [lines.pop() ?? ""];
      for (const line of lines) this.#handleMessage(JSON.parse(line));
    }
    this.#hasEnded = true;
    for (const { fail } of this.#pending.values()) fail(new Error("the server ended"));
    this.#pending.clear();
  }

  #handleMessage(message: Message): void {
    if (typeof message.id !== "number") return;
    this.#pending.get(message.id)?.answer(message);
    this.#pending.delete(message.id);
  }
}
