/**
 * Begins a response that is long in coming: of a client that goes away Deno tells only then, where the request had more
 * than some five hundred bytes.
 * @module
 */

/** Milliseconds that a response may be in coming: until then it has a status of its own, and need be no stream. */
const SOON_MS = 200;

/**
 * What `answer` comes to; from the moment that it is late, as a stream of events.
 * @param answer is given a signal that says when nobody waits for it any more
 */
export async function begun(
  answer: (gone: AbortSignal) => Promise<Response>,
  soonMs: number = SOON_MS,
): Promise<Response> {
  const gone = new AbortController(), response = answer(gone.signal);
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), soonMs);
  try {
    return await Promise.race([response, late]) ?? streamOf(response, gone);
  } finally {
    clearTimeout(timer);
  }
}

function streamOf(response: Promise<Response>, gone: AbortController): Response {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      for await (const chunk of events(await response)) controller.enqueue(chunk);
      controller.close();
    },
    cancel: () => gone.abort(),
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-cache, no-transform" },
  });
}

async function* events(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (response.headers.get("content-type") === "text/event-stream") return yield* response.body ?? [];
  const message = await response.text();
  if (message !== "") yield new TextEncoder().encode(`event: message\ndata: ${message}\n\n`);
}
