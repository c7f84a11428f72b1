/**
 * `fossick serve`: MCP over stdio.
 * @module
 */
import { serveStreams } from "../../mcp/stdio/serve_streams.ts";
import { warmUp } from "../../pool/create_engine.ts";
import { say } from "../../model/messages/messages.ts";
import { printWarnings, type StartedService } from "../start/start_service.ts";
import { printErrorLine } from "../terminal/output.ts";
import { logUncaughtErrors } from "../../mcp/log_error.ts";

/** Serves over stdio until the client disconnects. */
export async function serveStdio(started: StartedService): Promise<void> {
  const { lang } = started.service;
  logUncaughtErrors();
  printWarnings(started);
  if (Deno.stdin.isTerminal()) printErrorLine(say(lang, "notices.waits_for_client"));
  void warmUp(started.service.engine);
  await serveStreams(started.service, Deno.stdin.readable, Deno.stdout.writable);
  started.service.engine.close();
}
