/**
 * A server process for hostile hosts: raw lines in and out, and its process id.
 * @module
 */
import type { CommandLine } from "../program.ts";

/** One answer, and its line as received. */
export interface Reply {
  readonly message: Readonly<Record<string, unknown>>;
  readonly raw: string;
}

/** The parameters that open a session. */
const HELLO = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "hostile", version: "1" } };

/** A running server. All its output is read, including messages that answer no request. */
export class ServerProcess {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #pending = new Map<string, PromiseWithResolvers<Reply>>();
  readonly #read: Promise<unknown>;
  #id = 0;
  /** Why no answer can come any more. */
  #gone: Error | undefined;
  /** Lines of stdout that answer no request made by `request`. */
  readonly unsolicited: string[] = [];
  /** Everything on stderr. */
  stderr = "";

  constructor([command, ...args]: CommandLine, options: Pick<Deno.CommandOptions, "cwd" | "env"> = {}) {
    this.#child = new Deno.Command(command, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...options,
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...options.env },
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#read = Promise.all([this.#readOut(), this.#readErr()]);
  }

  /** Starts a server and opens a session. */
  static async open(line: CommandLine, options: Pick<Deno.CommandOptions, "cwd" | "env"> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(line, options);
    await server.request("initialize", HELLO);
    await server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return server;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Resolves when the process has ended. */
  get status(): Promise<Deno.CommandStatus> {
    return this.#child.status;
  }

  /** The id of the next request. */
  get nextId(): number {
    return this.#id + 1;
  }

  /** Calls a tool. */
  call(name: string, args: unknown): Promise<Reply> {
    return this.request("tools/call", { name, arguments: args });
  }

  /** Sends a request and waits for its answer; rejects if the server ends without one. */
  request(method: string, params: unknown): Promise<Reply> {
    const id = ++this.#id;
    const answer = this.#expect(id);
    this.send({ jsonrpc: "2.0", id, method, params }).catch(() => {});
    return answer;
  }

  /** Sends a message. */
  send(message: unknown): Promise<void> {
    return this.write(JSON.stringify(message) + "\n");
  }

  /** Writes text unchanged. */
  async write(text: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(text));
  }

  /** Closes the server's input, waits for its end, and returns the exit code. */
  async end(): Promise<number> {
    await this.#writer.close().catch(() => {});
    const { code } = await this.#child.status;
    await this.#read;
    return code;
  }

  #expect(id: number): Promise<Reply> {
    const settle = Promise.withResolvers<Reply>();
    if (this.#gone !== undefined) settle.reject(this.#gone);
    this.#pending.set(String(id), settle);
    return settle.promise;
  }

  async #readOut(): Promise<void> {
    let rest: string[] = [];
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const [first, ...more] = text.split("\n");
      rest.push(first);
      for (const next of more) {
        this.#handleLine(rest.join(""));
        rest = [next];
      }
    }
    this.#gone = new Error(`the server ended: ${this.stderr.slice(-500)}`);
    for (const settle of this.#pending.values()) settle.reject(this.#gone);
  }

  #handleLine(raw: string): void {
    const message = parsed(raw);
    const waiting = message === undefined || "method" in message ? undefined : this.#pending.get(String(message.id));
    if (message === undefined || waiting === undefined) return void this.unsolicited.push(raw);
    this.#pending.delete(String(message.id));
    waiting.resolve({ message, raw });
  }

  async #readErr(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) this.stderr += text;
  }
}

function parsed(raw: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value has fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of fields, or undefined. */
export function fieldAt(value: unknown, ...fields: string[]): unknown {
  return fields.reduce((inner, field) => isRecord(inner) ? inner[field] : undefined, value);
}

/** A tool's structured answer. */
export function structuredOf({ message }: Reply): unknown {
  return fieldAt(message, "result", "structuredContent");
}

/** The code of a tool's error, or undefined. */
export function errorCodeOf(reply: Reply): unknown {
  return fieldAt(reply.message, "result", "isError") === true
    ? fieldAt(structuredOf(reply), "error", "code")
    : undefined;
}
