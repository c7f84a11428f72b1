/**
 * A minimal client for timing a server: it sends one JSON line and reads one. A time ends with the answer's last byte;
 * parsing is not included.
 * @module
 */
import type { CommandLine } from "../../tests/program.ts";
import { LineProcess } from "./line_process.ts";

/** The parts of a message that are used here. */
interface Message {
  readonly id?: number | string | null;
  readonly result?: { readonly structuredContent?: Record<string, unknown>; readonly isError?: boolean };
  readonly error?: { readonly message?: string };
}

/** An answer, and the milliseconds from sending the question to the answer's last byte. */
export interface Timed {
  readonly ms: number;
  readonly fields: Record<string, unknown>;
}

/** A server process, called over stdio. */
export class StdioClient implements AsyncDisposable {
  readonly #process: LineProcess;
  #id = 0;

  constructor(line: CommandLine) {
    this.#process = new LineProcess(line);
  }

  /** The server's process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** Opens the session, and asks for the tools, as every host does. The server then takes in its tree. */
  async open(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.#request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    await this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await this.#request("tools/list");
  }

  /**
   * Calls a tool; returns its structured content.
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

  /** Ends the server by closing its input. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }

  async #request(method: string, params?: unknown): Promise<{ ms: number; message: Message }> {
    const id = ++this.#id, began = performance.now();
    await this.#send({ jsonrpc: "2.0", id, method, params });
    for (;;) {
      const line = await this.#process.line(), ms = performance.now() - began;
      const message: Message = JSON.parse(line());
      if (message.id === id) return { ms, message };
    }
  }

  #send(message: unknown): Promise<void> {
    return this.#process.send(JSON.stringify(message));
  }
}
