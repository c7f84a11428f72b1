/**
 * `fossick serve`: MCP over stdio.
 * @module
 */
import { serveStreams } from "../../mcp/stdio/serve_streams.ts";
import type { Service } from "../../mcp/service.ts";
import { say } from "../../model/messages/messages.ts";
import type { Settings } from "../command_line/settings.ts";
import { prepareEngine } from "../start/start_engine.ts";
import { createService, offerOf, printWarnings } from "../start/start_service.ts";
import { printErrorLine } from "../terminal/output.ts";
import { logUncaughtErrors } from "../../mcp/log_error.ts";

/**
 * Serves over stdio until the client disconnects. The engine starts when the client has seen the list of tools.
 * @returns rejects with a UsageError or a StartError for roots that can't be served
 */
export async function serveStdio(settings: Settings): Promise<void> {
  const { lang } = settings, prepared = await prepareEngine(settings);
  logUncaughtErrors();
  printWarnings(lang, prepared.warnings);
  if (Deno.stdin.isTerminal()) printErrorLine(say(lang, "notices.waits_for_client"));
  let service: Service | undefined;
  const start = async () => service = await createService(settings, prepared, { warm: true });
  await serveStreams({ offer: offerOf(settings), start }, Deno.stdin.readable, Deno.stdout.writable);
  service?.engine.close();
}
