/**
 * `fossick serve --http`: MCP over HTTP.
 * @module
 */
import { createHttpHandler } from "../../mcp/http/http_handler.ts";
import type { ListenAddress, Settings } from "../command_line/settings.ts";
import { settingsCommand } from "../command_line/start_command.ts";
import { say } from "../../model/messages/messages.ts";
import { isGranted, readSecret, revokePermissions, TOKEN_VARIABLE } from "../permissions.ts";
import { printWarnings, startService } from "../start/start_service.ts";
import { UsageError } from "../usage_error.ts";
import { delay } from "@std/async/delay";
import { type AnswerRequest, type HttpServer, listenHttp } from "./http_server.ts";
import { logUncaughtErrors } from "../../mcp/log_error.ts";
import { isLoopback } from "../../mcp/http/http_access.ts";

/** Milliseconds that pending calls have when the server stops. */
const SHUTDOWN_GRACE_MS = 5000;

/** Serves over HTTP until a signal arrives. @returns the exit code */
export async function serveHttp(settings: Settings, { host, port }: ListenAddress): Promise<number> {
  const { lang } = settings;
  logUncaughtErrors();
  const token = readToken(settings);
  checkNet(`${host}:${port}`, settings);
  const { service, warnings } = await startService(settings, { keep: ["net"], warm: true });
  printWarnings(lang, warnings);
  let answer: AnswerRequest = () => Promise.resolve(new Response(null, { status: 503 }));
  const server = await listen(host, port, (request) => answer(request));
  revokePermissions("net");
  const face = createHttpHandler(service, { host, port: server.port, ...(token !== undefined && { token }) });
  answer = (request) => face.fetch(request);
  console.error(say(lang, "notices.listening", { url: `http://${host}:${server.port}/mcp` }));
  await stopSignal();
  await Promise.race([
    Promise.allSettled([face.close(SHUTDOWN_GRACE_MS), server.close()]),
    delay(SHUTDOWN_GRACE_MS + 1000),
  ]);
  service.engine.close();
  return 0;
}

async function listen(host: string, port: number, answer: AnswerRequest): Promise<HttpServer> {
  const hostname = host.replace(/^\[(.*)\]$/, "$1");
  try {
    return await listenHttp({ hostname, port }, answer);
  } catch (error) {
    throw new UsageError("usage.cannot_listen", { address: `${host}:${port}`, why: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function checkNet(address: string, settings: Settings): void {
  if (isGranted({ name: "net", host: address })) return;
  throw new UsageError("usage.not_granted", { flag: `--allow-net=${address}`, line: settingsCommand(settings) });
}

/** Resolves on SIGINT or SIGTERM; Windows has no SIGTERM. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    Deno.addSignalListener("SIGINT", resolve);
    if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", resolve);
  });
}

/**
 * The token from the environment; undefined if there is none, or if the settings have no HTTP server.
 * @throws UsageError if there is none, and other machines can reach the server
 */
export function readToken(settings: Settings): string | undefined {
  const { http } = settings;
  if (http === undefined) return undefined;
  const token = readSecret(TOKEN_VARIABLE);
  if (token !== undefined || isLoopback(http.host)) return token;
  const line = `${TOKEN_VARIABLE}=$(openssl rand -hex 32) ${settingsCommand(settings)}`;
  throw new UsageError("usage.token_missing", { host: http.host, line });
}
