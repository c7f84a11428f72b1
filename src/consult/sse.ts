/**
 * Server-sent events: the data of each, from a stream of bytes cut anywhere.
 * @module
 */
import { createParser } from "eventsource-parser";

/**
 * The data of every event in `bytes`, in order. Comments, names and ids of events are passed over; an
 * event that the end cuts off still counts, since some servers leave out the last blank line.
 */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(), found: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(data) });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  parser.feed(decoder.decode() + "\n\n");
  yield* found;
}
