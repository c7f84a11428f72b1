/**
 * MCP over Streamable HTTP: checks who sends a request, and hands those that pass to the SDK's handler.
 * @module
 */
import { createMcpHandler, isJsonContentType, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { jsonExcess } from "../../model/json_limits.ts";
import { LIMITS } from "../../model/limits.ts";
import { ByteBuffer, isCall, normalizeParams, parseJson, refusalOf } from "../incoming_message.ts";
import { logError } from "../log_error.ts";
import { buildServer } from "../server.ts";
import type { Service } from "../service.ts";
import { Stats } from "../stats.ts";
import { errorResponse, type HttpAccess, refusedAccess } from "./http_access.ts";

/** What is used of a request. A real `Request` can't have some methods that clients send (`TRACE`). */
export interface HttpRequest extends Pick<Request, "method" | "url" | "headers" | "signal"> {
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Handles HTTP requests. */
export interface HttpHandler {
  fetch(request: HttpRequest): Promise<Response>;
  /** Refuses further requests, and ends calls in progress after at most `graceMs` milliseconds. */
  close(graceMs?: number): Promise<void>;
}

/** A request until its response is read: what it holds, and the one signal that ends it, whoever gives it up. */
interface OpenRequest {
  readonly stop: AbortController;
  readonly ended: PromiseWithResolvers<void>;
  /** The protocol ends a subscription after all other requests have ended. */
  readonly isSubscription: boolean;
  bodyBytes: number;
  calls: number;
}

/**
 * Bytes of a body that are not counted. A connection takes as much memory anyway, and a cancellation must always be
 * accepted.
 */
const UNCOUNTED_BODY_BYTES = 16 * 2 ** 10;

/**
 * Serves `service` at `/mcp` for requests that pass the checks of `access`. Each has a server of its own, so no client
 * sees another's answers.
 * @param build builds a server. Tests may replace it
 */
export function createHttpHandler(service: Service, access: HttpAccess, build = buildServer): HttpHandler {
  const stats = new Stats(), open = new Set<OpenRequest>();
  const protocol = createMcpHandler(() => build(service, stats), { onerror: (error) => logError(error) });
  let isClosed = false;
  const total = (what: "bodyBytes" | "calls") => [...open].reduce((sum, one) => sum + one[what], 0);

  async function answer(request: HttpRequest, one: OpenRequest): Promise<Response> {
    const body = await readBody(request, (bytes) => {
      one.bodyBytes = Math.max(0, bytes - UNCOUNTED_BODY_BYTES);
      return total("bodyBytes") <= LIMITS.protocolLine;
    });
    if (body instanceof Response) return body;
    // Unlike over stdio a call is not queued: it would hold its connection and body meanwhile.
    if (isCall(body.message)) {
      if (total("calls") >= LIMITS.calls) return overloaded(`${LIMITS.calls} calls are running, which is the limit`);
      one.calls = 1;
    }
    const { url, method } = request, { signal } = one.stop, headers = withSpelledTypes(request.headers);
    return await protocol.fetch(new Request(url, { method, headers, signal }), { parsedBody: body.message });
  }

  return {
    async fetch(request) {
      const refusal = refusedAccess(request.headers, access) ?? refusedAddress(request);
      if (refusal !== undefined) return refusal;
      if (isClosed) return errorResponse(503, "The server is about to stop");
      const one = openRequest(request);
      open.add(one);
      void one.ended.promise.then(() => open.delete(one));
      try {
        const response = await answer(request, one), { body } = response;
        if (body !== null) return new Response(endedWith(body, one), response);
        one.ended.resolve();
        return response;
      } catch (error) {
        one.ended.resolve();
        throw error;
      }
    },
    async close(graceMs = 0) {
      isClosed = true;
      const late = Promise.withResolvers<void>(), timer = setTimeout(late.resolve, graceMs);
      const calls = [...open].filter(({ isSubscription }) => !isSubscription);
      await Promise.race([Promise.all(calls.map(({ ended }) => ended.promise)), late.promise]);
      clearTimeout(timer);
      await protocol.close();
      for (const { stop } of calls) stop.abort("fossick: the server stops");
    },
  };
}

/** The types of a response. The protocol's handler looks for these words; ranges and other cases mean the same. */
const RESPONSE_TYPES = ["application/json", "text/event-stream"];

function withSpelledTypes(headers: Headers): Headers {
  const accepted = (headers.get("accept") ?? "").toLowerCase().split(",").map((range) => range.split(";")[0].trim());
  const isAccepted = (type: string) => [type, type.replace(/\/.*/, "/*"), "*/*"].some((one) => accepted.includes(one));
  const spelled = new Headers(headers);
  if (RESPONSE_TYPES.every(isAccepted)) spelled.set("accept", RESPONSE_TYPES.join(", "));
  return spelled;
}

/** The response to a request for anything but `POST /mcp`. */
function refusedAddress({ method, url }: HttpRequest): Response | undefined {
  // A client may send any text as an address.
  if (URL.parse(url)?.pathname !== "/mcp") return errorResponse(404, "The server is at /mcp");
  // There are no sessions, so no stream can be opened by GET or ended by DELETE.
  if (method !== "POST") return errorResponse(405, "Method not allowed", { allow: "POST" });
}

function openRequest({ headers, signal }: HttpRequest): OpenRequest {
  const stop = new AbortController(), isSubscription = headers.get("mcp-method") === "subscriptions/listen";
  if (signal.aborted) stop.abort(signal.reason);
  signal.addEventListener("abort", () => stop.abort(signal.reason), { once: true });
  return { stop, ended: Promise.withResolvers<void>(), isSubscription, bodyBytes: 0, calls: 0 };
}

/** Passes a response's body on, and ends its request when it has been read or given up. */
function endedWith(body: ReadableStream<Uint8Array>, { stop, ended }: OpenRequest): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable, { signal: stop.signal }).then(ended.resolve, () => ended.resolve());
  return readable;
}

/**
 * Reads a body, or returns the response that refuses it.
 * @param reserve reserves memory for a body of so many bytes; false: there is none
 */
async function readBody(
  { headers, body }: HttpRequest,
  reserve: (bytes: number) => boolean,
): Promise<{ readonly message: unknown } | Response> {
  if (!isJsonContentType(headers.get("content-type"))) {
    return errorResponse(415, "Unsupported Media Type: Content-Type must be application/json");
  }
  if (Number(headers.get("content-length")) > LIMITS.protocolLine) return payloadTooLarge();
  const all = new ByteBuffer();
  try {
    for await (const chunk of body ?? []) {
      all.push(chunk);
      if (all.size > LIMITS.protocolLine) return payloadTooLarge();
      if (!reserve(all.size)) return overloaded("The bodies of all running requests together are too long");
    }
  } catch {
    return invalid("Parse error: the body is incomplete", ProtocolErrorCode.ParseError);
  }
  return parseBody(all.bytes);
}

/** The response to a request that exceeds a quota at present, and may be sent again. */
function overloaded(why: string): Response {
  return errorResponse(503, `${why}: try again`, { "retry-after": "1" });
}

function parseBody(bytes: Uint8Array): { readonly message: unknown } | Response {
  const excess = jsonExcess(bytes);
  if (excess !== undefined) return invalid(`Parse error: the body ${excess}`, ProtocolErrorCode.ParseError);
  try {
    const message = normalizeParams(parseJson(bytes)), refusal = refusalOf(message);
    if (refusal === undefined) return { message };
    return invalid(`Invalid Request: ${refusal}`, ProtocolErrorCode.InvalidRequest);
  } catch (error) {
    const what = error instanceof SyntaxError ? "JSON" : "UTF-8";
    return invalid(`Parse error: the body is not ${what}`, ProtocolErrorCode.ParseError);
  }
}

function invalid(message: string, code: ProtocolErrorCode): Response {
  return errorResponse(400, message, {}, code);
}

function payloadTooLarge(): Response {
  return errorResponse(413, `Payload Too Large: Request body must not exceed ${LIMITS.protocolLine} bytes`);
}
