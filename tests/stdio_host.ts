/**
 * A host that runs the real program over stdio, with any number of concurrent calls, and takes their structured content.
 * @module
 */
import type { CommandLine } from "./program.ts";
import { fieldAt, isRecord, ServerProcess } from "./sandbox/server_process.ts";

/** The structured content of an answer, or the arguments of a call. */
export type Fields = Record<string, unknown>;

/** A server process and its calls. */
export class StdioHost implements AsyncDisposable {
  private constructor(readonly server: ServerProcess) {}

  /** Starts the program and opens a session. */
  static async start(line: CommandLine): Promise<StdioHost> {
    return new StdioHost(await ServerProcess.open(line));
  }

  /** The server's process. */
  get pid(): number {
    return this.server.pid;
  }

  /** Calls a tool; returns its structured content, also for an error. */
  async call(name: string, args: Fields): Promise<Fields> {
    const { message, raw } = await this.server.call(name, args);
    const content = fieldAt(message, "result", "structuredContent");
    if (!isRecord(content)) throw new Error(`no answer to ${name}: ${raw}`);
    return content;
  }

  /** Calls a tool and cancels the call immediately; an answer that still arrives is ignored. */
  async abandon(name: string, args: Fields): Promise<void> {
    const requestId = this.server.nextId;
    this.server.call(name, args).catch(() => {});
    await this.server.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
  }

  /** Closes the server's input, and so ends the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.end();
  }
}
