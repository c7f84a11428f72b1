/**
 * `fossick serve`: MCP over stdio.
 * @module
 */
import { serveStreams } from "../mcp/serve_streams.ts";
import { warmUp } from "../pool/warm_up.ts";
import { outliveMistakes } from "./outlive_mistakes.ts";
import { type Started, warn } from "./start.ts";

/** Serves over stdio until the client goes away. */
export async function serve(started: Started): Promise<void> {
  outliveMistakes();
  warn(started);
  const { engine } = started.service;
  // On this very thread it would only have put the first answer off.
  if (engine.status.mode === "in-process") void warmUp(engine);
  await serveStreams(started.service, Deno.stdin.readable, Deno.stdout.writable);
  engine.close();
}
