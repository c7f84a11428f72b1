/**
 * The bodies of HTTP requests: each is read once, and may be so long and so deep; all together may be so long, too.
 * @module
 */
import { isJsonContentType } from "@modelcontextprotocol/server";
import { excessOf } from "../model/json_depth.ts";
import { LIMITS } from "../model/limits.ts";
import { INVALID, problem, tooMuch, UNREADABLE } from "./http_problem.ts";
import { HttpRoom } from "./http_room.ts";

/** Bytes of a body that don't count: its connection takes no less, and what calls off a call must always get through. */
const SMALL = 16 * 2 ** 10;

/** Messages of a batch: as many as the SDK takes, but that looks at each of them, twice and in vain, before it counts. */
const BATCH = 100;

const strict = new TextDecoder("utf-8", { fatal: true });

/** What a body holds; nothing where a request has none. */
export interface Body {
  readonly message?: unknown;
}

/** The bodies of all requests that are being read or answered. */
export class HttpBodies {
  readonly #room: HttpRoom;

  /** @param most bytes that are held at once */
  constructor(most: number = LIMITS.protocolLine) {
    this.#room = new HttpRoom(most);
  }

  /** Bytes that are held. */
  get bytes(): number {
    return this.#room.taken;
  }

  /** The body of `request`, which is held until it is dropped; or what answers a request whose body is refused. */
  async read(request: Request): Promise<Body | Response> {
    if (request.method !== "POST") return {};
    const body = await this.#read(request);
    if (body instanceof Response) this.drop(request);
    return body;
  }

  /** The request is over. */
  drop(request: Request): void {
    this.#room.leave(request);
  }

  async #read(request: Request): Promise<Body | Response> {
    if (!isJsonContentType(request.headers.get("content-type"))) {
      return problem(415, "Unsupported Media Type: Content-Type must be application/json");
    }
    if (Number(request.headers.get("content-length")) > LIMITS.protocolLine) return tooLarge();
    const gathered = new Gathered();
    try {
      for await (const chunk of request.body ?? []) {
        gathered.push(chunk);
        if (gathered.size > LIMITS.protocolLine) return tooLarge();
        if (!this.#room.take(request, gathered.size - SMALL)) {
          return tooMuch("The bodies of requests under way are too long together: try again");
        }
      }
    } catch {
      return unreadable("the body did not come to its end");
    }
    return parsed(gathered.bytes);
  }
}

/** Bytes as they come, copied: a byte of a chunk would keep all of that. */
class Gathered {
  size = 0;
  #held = new Uint8Array();

  get bytes(): Uint8Array {
    return this.#held.subarray(0, this.size);
  }

  push(chunk: Uint8Array): void {
    const size = this.size + chunk.length;
    // Twice as much each time: a body may come byte by byte.
    if (size > this.#held.length) this.#held = new Uint8Array(this.#held.buffer.transfer(2 * size));
    this.#held.set(chunk, this.size);
    this.size = size;
  }
}

function parsed(bytes: Uint8Array): Body | Response {
  const excess = excessOf(bytes);
  if (excess !== undefined) return unreadable(`the body ${excess}`);
  try {
    const message: unknown = JSON.parse(strict.decode(bytes));
    if (!Array.isArray(message) || message.length <= BATCH) return { message };
    return problem(400, `Invalid Request: the batch has more than ${BATCH} messages`, INVALID);
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? "the body is not JSON" : "the body is not UTF-8");
  }
}

function unreadable(why: string): Response {
  return problem(400, `Parse error: ${why}`, UNREADABLE);
}

function tooLarge(): Response {
  return problem(413, `Payload Too Large: Request body must not exceed ${LIMITS.protocolLine} bytes`);
}
