/**
 * The bodies of HTTP requests: each is read once, and may be so long and so deep; all together may be so long, too.
 * @module
 */
import { isJsonContentType, isJSONRPCNotification, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { excessOf } from "../model/json_depth.ts";
import { LIMITS } from "../model/limits.ts";
import { problem, REFUSED, tooMuch } from "./http_problem.ts";
import { HttpRoom } from "./http_room.ts";
import { requestIds } from "./message_line.ts";
import { withPlainParams } from "./loose_params.ts";

/** Bytes of a body that don't count: its connection takes no less, and what calls off a call must always get through. */
const SMALL = 16 * 2 ** 10;

/** Messages of a batch: as many as the SDK takes, but that looks at each of them, twice and in vain, before it counts. */
const BATCH = 100;

/** Milliseconds in which some of a body has to come: what has come is held, and keeps others' long bodies out. */
const STALL_MS = 30_000;

const strict = new TextDecoder("utf-8", { fatal: true });

/** What a body holds; nothing where a request has none. */
export interface Body {
  readonly message?: unknown;
}

/** The bodies of all requests that are being read or answered. */
export class HttpBodies {
  readonly #room: HttpRoom;

  /**
   * @param most bytes that are held at once
   * @param stallMs milliseconds without a byte behind which a body is refused
   */
  constructor(most: number = LIMITS.protocolLine, readonly stallMs: number = STALL_MS) {
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
      for await (const chunk of chunksOf(request, this.stallMs)) {
        gathered.push(chunk);
        if (gathered.size > LIMITS.protocolLine) return tooLarge();
        if (!this.#room.take(request, gathered.size - SMALL)) {
          return tooMuch("The bodies of requests under way are too long together: try again");
        }
      }
    } catch (error) {
      return error instanceof Stalled ? stalled() : unreadable("the body did not come to its end");
    }
    return parsed(gathered.bytes);
  }
}

class Stalled extends Error {}

/**
 * A body as it comes.
 * @throws Stalled once nothing has come for so long
 */
async function* chunksOf({ body }: Request, stallMs: number): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(stallMs, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // It has ended, or nobody wants more of it.
    reader.cancel().catch(() => {});
  }
}

async function within<T>(ms: number, coming: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Stalled()), ms);
  try {
    return await Promise.race([coming, late]);
  } finally {
    clearTimeout(timer);
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
    const message = withPlainParams(JSON.parse(strict.decode(bytes)));
    return Array.isArray(message) ? batchOf(message) : { message };
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? "the body is not JSON" : "the body is not UTF-8");
  }
}

/**
 * A batch that comes to an end. The SDK ends its stream with the last answer: of two requests with one id it would answer
 * one, and one that the batch calls off never. So a batch calls off nothing, and its calls are answered.
 */
function batchOf(messages: readonly unknown[]): Body | Response {
  if (messages.length > BATCH) return invalid(`the batch has more than ${BATCH} messages`);
  const ids = requestIds(messages), twice = ids.find((id, i) => ids.indexOf(id) < i);
  if (twice !== undefined) return invalid(`the id ${JSON.stringify(twice)} stands twice in the batch`);
  const kept = messages.filter((message) => !isCancellation(message));
  return kept.length > 0 || messages.length === 0 ? { message: kept } : new Response(null, { status: 202 });
}

function isCancellation(message: unknown): boolean {
  return isJSONRPCNotification(message) && message.method === "notifications/cancelled";
}

function invalid(why: string): Response {
  return problem(400, `Invalid Request: ${why}`, ProtocolErrorCode.InvalidRequest);
}

function unreadable(why: string): Response {
  return problem(400, `Parse error: ${why}`, ProtocolErrorCode.ParseError);
}

function stalled(): Response {
  return problem(408, "Request Timeout: for too long nothing of the body has come", REFUSED, { connection: "close" });
}

function tooLarge(): Response {
  return problem(413, `Payload Too Large: Request body must not exceed ${LIMITS.protocolLine} bytes`);
}
