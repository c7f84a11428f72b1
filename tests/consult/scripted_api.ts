/**
 * A scripted OpenAI-compatible API over real HTTP on loopback. It records its requests.
 * @module
 */

/** A received request. */
export interface Received {
  readonly method: string;
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
    const routes: Script = { "/v1/models": () => models({ id: "big", context_length: 100_000 }), ...script };
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
      const { pathname: path } = new URL(request.url);
      const nth = this.to(path).length;
      const body = await request.text();
      const received = { method: request.method, path, authorization: request.headers.get("authorization"), body };
      this.received.push(received);
      return await routes[path]?.(received, nth) ?? new Response("no such page", { status: 404 });
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

/** The answer to GET /models. */
export function models(...data: Record<string, unknown>[]): Response {
  return Response.json({ object: "list", data });
}

/** An error as OpenAI words it. */
export function refusal(status: number, message: string, more: Record<string, unknown> = {}, headers?: HeadersInit) {
  return Response.json({ error: { message, type: "error", ...more } }, { status, headers });
}

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
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
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

/** A server that accepts a connection, sends `bytes` and drops it. */
export function droppingServer(bytes: string): { readonly url: string } & Disposable {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serve = async () => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(65_536));
      await connection.write(new TextEncoder().encode(bytes));
      connection.close();
    }
  };
  serve().catch(() => {});
  return { url: `http://127.0.0.1:${listener.addr.port}/v1`, [Symbol.dispose]: () => listener.close() };
}
