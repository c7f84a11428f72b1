/**
 * The body of an HTTP request: how long, how deep and how slow it may be; all together may be so long, too.
 * @module
 */
import { isJsonContentType, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { excessOf } from "../model/json_depth.ts";
import { LIMITS } from "../model/limits.ts";
import type { HttpCall } from "./http_call.ts";
import { problem, REFUSED, tooMuch } from "./http_problem.ts";
import { LONE_SURROGATE, repeatsLoneSurrogate } from "./message_line.ts";
import { withPlainParams } from "./loose_params.ts";

/** Bytes of a body that don't count: its connection takes no less, and what calls off a call must always get through. */
const SMALL = 16 * 2 ** 10;

/** Milliseconds in which a whole body has to come: one that is half there keeps others' long bodies out. */
const BODY_MS = 30_000;

const strict = new TextDecoder("utf-8", { fatal: true });

/** A body that was read. */
export interface Body {
  readonly message: unknown;
}

/** The body of `call`'s request, which it holds from then on; or the response where that is refused. */
export async function readBody(call: HttpCall, ms: number = BODY_MS): Promise<Body | Response> {
  const { headers, body } = call.request;
  if (!isJsonContentType(headers.get("content-type"))) {
    return problem(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  if (Number(headers.get("content-length")) > LIMITS.protocolLine) return tooLarge();
  const reader = body?.getReader(), late = Promise.withResolvers<Response>();
  const timer = setTimeout(() => late.resolve(tooLate()), ms);
  try {
    return await Promise.race([late.promise, gathered(call, reader)]);
  } catch {
    return unreadable("the body did not come to its end");
  } finally {
    clearTimeout(timer);
    // It has ended, or no more of it is wanted.
    reader?.cancel().catch(() => {});
  }
}

async function gathered(call: HttpCall, reader?: ReadableStreamDefaultReader<Uint8Array>): Promise<Body | Response> {
  const all = new Gathered();
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
    all.push(next.value);
    if (all.size > LIMITS.protocolLine) return tooLarge();
    if (!call.take("bodies", all.size - SMALL)) {
      return tooMuch("The bodies of requests under way are too long together: try again");
    }
  }
  return parsed(all.bytes);
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
    if (repeatsLoneSurrogate(message)) return invalid(LONE_SURROGATE);
    return Array.isArray(message) ? invalid("a batch; send each message by itself") : { message };
  } catch (error) {
    return unreadable(error instanceof SyntaxError ? "the body is not JSON" : "the body is not UTF-8");
  }
}

function invalid(why: string): Response {
  return problem(400, `Invalid Request: ${why}`, ProtocolErrorCode.InvalidRequest);
}

function unreadable(why: string): Response {
  return problem(400, `Parse error: ${why}`, ProtocolErrorCode.ParseError);
}

function tooLate(): Response {
  return problem(408, "Request Timeout: the body did not come to its end in time", REFUSED, { connection: "close" });
}

function tooLarge(): Response {
  return problem(413, `Payload Too Large: Request body must not exceed ${LIMITS.protocolLine} bytes`);
}
