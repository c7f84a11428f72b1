/**
 * A process that answers each line with a line.
 * @module
 */
import type { CommandLine } from "../../tests/program.ts";

const NEWLINE = 10;

/** A running program with piped standard input and output. */
export class LineProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array[] = [];

  constructor([command, ...args]: CommandLine, cwd?: string) {
    const streams = { stdin: "piped", stdout: "piped", stderr: "null" } as const;
    this.#child = new Deno.Command(command, { args, ...streams, ...(cwd !== undefined && { cwd }) }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.getReader();
  }

  /** The process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** Writes a line. */
  async send(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(line + "\n"));
  }

  /**
   * Reads a line. The returned function decodes it, so that a caller can read the clock before.
   * @throws Error when the program has ended
   */
  async line(): Promise<() => string> {
    const parts = this.#rest;
    for (let at = parts.length === 1 ? parts[0].indexOf(NEWLINE) : -1;;) {
      if (at >= 0) {
        const last = parts.pop() ?? new Uint8Array();
        parts.push(last.subarray(0, at));
        this.#rest = at + 1 < last.length ? [last.subarray(at + 1)] : [];
        return () => joined(parts);
      }
      const { value } = await this.#reader.read();
      if (value === undefined) throw new Error("the program ended");
      parts.push(value);
      at = value.indexOf(NEWLINE);
    }
  }

  /** Ends the program's input and waits for the program to end. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#child.status;
    await this.#reader.cancel();
  }
}

function joined(parts: readonly Uint8Array[]): string {
  const text = new TextDecoder();
  return parts.map((part) => text.decode(part, { stream: true })).join("") + text.decode();
}
