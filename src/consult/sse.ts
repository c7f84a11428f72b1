/**
 * Server-sent events: the data of each, from a stream of bytes cut anywhere.
 * @module
 */

/**
 * The data of every event in `bytes`, in order. Comments, names and ids of events are passed over; an
 * event that the end cuts off still counts, since some servers leave out the last blank line.
 */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  let data: string[] = [];
  for await (const line of linesOf(bytes)) {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    if (line !== "" || data.length === 0) continue;
    yield data.join("\n");
    data = [];
  }
  if (data.length > 0) yield data.join("\n");
}

/** Lines ended by CR LF, LF or CR. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder();
  let parts: string[] = [], held = "";
  for await (const chunk of bytes) {
    const text = held + decoder.decode(chunk, { stream: true });
    // The LF of a CR may be in the next chunk.
    held = text.endsWith("\r") ? "\r" : "";
    const [first = "", ...rest] = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    parts.push(first);
    for (const piece of rest) {
      yield parts.join("");
      parts = [piece];
    }
  }
  yield parts.join("") + decoder.decode();
}
