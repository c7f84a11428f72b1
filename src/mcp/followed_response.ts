/**
 * Knows when a response is over: sent whole, or given up by whoever asked.
 * @module
 */

/**
 * What `coming` comes to. `over` is called once, when nothing more of it will be sent.
 * @throws what `coming` rejects with; that is over, too
 */
export async function followed(coming: Promise<Response>, over: () => void): Promise<Response> {
  const response = await coming.catch((error) => {
    over();
    throw error;
  });
  if (response.body === null) {
    over();
    return response;
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // A reader who goes away fails the writing, which cancels the body it came from.
  response.body.pipeTo(writable).then(over, over);
  return new Response(readable, response);
}
