/**
 * A provider on loopback that writes raw bytes, so that it can send invalid HTTP, JSON and events.
 * @module
 */
import { type Behaviour, BEHAVIOURS } from "./misbehaviour.ts";

/** A provider whose behaviour is the one that a question's `model` names. */
export class RawProvider implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #accepting: Promise<void>;

  /** @param listing answers `GET /models`; without it there is no such page */
  constructor(private readonly listing?: Behaviour) {
    this.#accepting = this.#accept().catch(() => {});
  }

  get host(): string {
    return `127.0.0.1:${this.#listener.addr.port}`;
  }

  get url(): string {
    return `http://${this.host}/v1`;
  }

  async #accept(): Promise<void> {
    for await (const connection of this.#listener) {
      this.#connections.add(connection);
      void this.#serve(connection).catch(() => {}).finally(() => this.#drop(connection));
    }
  }

  async #serve(connection: Deno.TcpConn): Promise<void> {
    const request = await wholeRequest(connection);
    await this.#behaviour(request)?.(connection);
  }

  #behaviour(request: string): Behaviour | undefined {
    if (request.startsWith("GET ")) return this.listing ?? NO_PAGE;
    return BEHAVIOURS[/"model":"([^"]*)"/.exec(request)?.[1] ?? ""];
  }

  #drop(connection: Deno.TcpConn): void {
    if (this.#connections.delete(connection)) connection.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) this.#drop(connection);
    await this.#accepting;
  }
}

const NO_PAGE: Behaviour = async (connection) => {
  await connection.write(new TextEncoder().encode("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"));
};

/** Reads a request with its body, by its content-length. */
async function wholeRequest(connection: Deno.TcpConn): Promise<string> {
  const piece = new Uint8Array(65_536), decoder = new TextDecoder("latin1");
  for (let request = "";;) {
    const [head, body] = request.split("\r\n\r\n", 2);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
    if (body !== undefined && body.length >= length) return request;
    const count = await connection.read(piece);
    if (count === null) throw new Error("the request broke off");
    request += decoder.decode(piece.subarray(0, count), { stream: true });
  }
}
