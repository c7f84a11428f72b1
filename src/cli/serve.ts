/**
 * `fossick serve`: MCP over stdio.
 * @module
 */
import { serveStreams } from "../mcp/serve_streams.ts";
import { warmUp } from "../pool/warm_up.ts";
import { notice } from "./notices.ts";
import { outliveMistakes } from "./outlive_mistakes.ts";
import { complain } from "./print.ts";
import { type Started, warn } from "./start.ts";

/** Serves over stdio until the client goes away. */
export async function serve(started: Started): Promise<void> {
  const { lang } = started.service;
  outliveMistakes();
  warn(started);
  if (Deno.stdin.isTerminal()) complain(notice(lang, "waits_for_client"));
  void warmUp(started.service.engine);
  await serveStreams(started.service, Deno.stdin.readable, Deno.stdout.writable);
  started.service.engine.close();
}
