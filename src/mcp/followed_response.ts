/**
 * Knows when a response is over: sent whole, or given up by whoever asked.
 * @module
 */

/** `response`, which calls `over` once when nothing more of it will be sent. */
export function followed(response: Response, over: () => void): Response {
  if (response.body === null) {
    over();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // A reader who goes away fails the writing, which cancels the body it came from.
  response.body.pipeTo(writable).then(over, over);
  return new Response(readable, response);
}
