/**
 * A scripted OpenAI-compatible API over real HTTP on loopback. It records its requests.
 * @module
 */

/** A received request. */
export interface Received {
  readonly path: string;
  readonly authorization: string | null;
  readonly body: string;
}

/** The API's answers by path. `nth` counts the requests of a path from 0. */
export type Script = Readonly<Record<string, (request: Received, nth: number) => Response | Promise<Response>>>;

/** A running API. */
export class ScriptedApi implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(script: Script = {}) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { pathname: path } = new URL(request.url), nth = this.to(path).length;
      const received = { path, authorization: request.headers.get("authorization"), body: await request.text() };
      this.received.push(received);
      return await script[path]?.(received, nth) ?? new Response("no such page", { status: 404 });
    });
  }

  get host(): string {
    return `127.0.0.1:${this.#server.addr.port}`;
  }

  get url(): string {
    return `http://${this.host}/v1`;
  }

  /** Requests to one path. */
  to(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** The bodies of the questions, parsed as JSON. */
  get asked() {
    return this.to(CHAT).map(({ body }) => JSON.parse(body));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** The path of questions. */
export const CHAT = "/v1/chat/completions";

/** One event of a streamed answer. */
export function chunk(delta: Record<string, unknown>, more: Record<string, unknown> = {}): string {
  return event({ object: "chat.completion.chunk", model: "big-2025", choices: [{ index: 0, delta, ...more }] });
}

export function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

export const DONE = "data: [DONE]\n\n";

/** A stream of these pieces, each in its own chunk. */
export function streamed(...pieces: string[]): Response {
  const body = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

/** A whole answer, as APIs stream it. */
export function answer(...words: string[]): Response {
  const usage = { prompt_tokens: 321, completion_tokens: words.length };
  return streamed(
    ": a comment\n\n",
    chunk({ role: "assistant", content: "" }),
    ...words.map((content) => chunk({ content })),
    chunk({}, { finish_reason: "stop" }),
    event({ object: "chat.completion.chunk", model: "big-2025", choices: [], usage }),
    DONE,
  );
}
