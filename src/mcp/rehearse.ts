/**
 * Asks a server what it will be asked, for nobody: the first answer of a kind takes five times as long as the tenth,
 * since what makes it has not been compiled yet.
 * @module
 */
import { serveStreams } from "./serve_streams.ts";
import type { Service } from "./service.ts";

/** Calls of a tool after which another makes the next no faster; and how long they may take, all in all. */
const REHEARSALS = 8, REHEARSING_MS = 250;
/** Files of a tree whose answers are so short that half as many will do; where processors are slow it is felt. */
const FEW = 1000;
const NEWLINE = 10;

/** Calls, over a connection in memory, every tool that has something to rehearse; a few times, as far as there is time. */
export async function rehearse(service: Service, files: number): Promise<void> {
  const questions = new TextEncoderStream(), answers = new TransformStream<Uint8Array, Uint8Array>();
  const hasty = { ...service, timeoutMs: REHEARSING_MS };
  // Its lines announce no call: another's that comes in between would rely on what had changed by then.
  const served = serveStreams(hasty, questions.readable, answers.writable, undefined, () => {});
  const writer = questions.writable.getWriter(), reader = answers.readable.getReader();
  let id = 0;
  const ask = async (method: string, params: unknown) => {
    await writer.write(JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }) + "\n");
    for (let part = await reader.read(); part.value?.at(-1) !== NEWLINE && !part.done;) part = await reader.read();
  };
  const clientInfo = { name: "rehearsal", version: service.version };
  await ask("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  const end = performance.now() + REHEARSING_MS;
  for (let nth = 0; nth < (files < FEW ? REHEARSALS / 2 : REHEARSALS); nth++) {
    for (const { name, rehearsal } of service.tools) {
      if (rehearsal === undefined || performance.now() > end) continue;
      await ask("tools/call", { name, arguments: rehearsal(nth) });
    }
  }
  await writer.close();
  await served;
}
