/**
 * fossick as a program that serves HTTP on loopback until it is stopped.
 * @module
 */
import { type CommandLine } from "../../program.ts";

/** A server that listens. */
export interface HttpProgram extends AsyncDisposable {
  readonly url: URL;
  /** Asks it to stop, without waiting for that. */
  signal(name: Deno.Signal): void;
  /** Its exit code and output. */
  readonly ended: Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
}

/** Starts `line` and waits until it prints its address. */
export async function serving(line: CommandLine, env: Record<string, string> = {}): Promise<HttpProgram> {
  const [command, ...args] = line;
  const child = new Deno.Command(command, {
    args,
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const address = Promise.withResolvers<string>();
  const stdout = collect(child.stdout, address.resolve), stderr = collect(child.stderr, address.resolve);
  const ended = child.status.then(async ({ code }) => ({ code, stdout: await stdout, stderr: await stderr }));
  void ended.then(({ stderr }) => address.reject(new Error(`it did not listen: ${stderr}`)));
  const url = new URL(await address.promise);
  return {
    url,
    signal: (name) => child.kill(name),
    ended,
    async [Symbol.asyncDispose]() {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has already ended.
      }
      await ended;
    },
  };
}

/** Collects the text of a stream, and passes the first address in it to `found`. */
async function collect(stream: ReadableStream<Uint8Array>, found: (address: string) => void): Promise<string> {
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const address = /http:\S+(?=\n)/.exec(text)?.[0];
    if (address !== undefined) found(address);
  }
  return text;
}
