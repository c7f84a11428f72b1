/**
 * `fossick serve --http`: MCP over HTTP.
 * @module
 */
import { httpFace, isLoopback } from "../mcp/http.ts";
import { prepare } from "../mcp/prepare.ts";
import { type Answer, type HttpServer, listenHttp } from "./http_server.ts";
import { outliveMistakes } from "./outlive_mistakes.ts";
import { giveUp, isGranted, secretIn } from "./permissions.ts";
import { program } from "./program.ts";
import { badOption, type ListenAddress, type Settings } from "./settings.ts";
import { shellWords } from "./shell_words.ts";
import { start, warn } from "./start.ts";
import { UsageError } from "./usage_error.ts";

/** Milliseconds that calls under way have when the server is to stop. */
const GRACE_MS = 5000;

/** Serves over HTTP until a signal says stop, or no connection can be taken any more; the exit code. */
export async function serveHttp(settings: Settings, { host, port }: ListenAddress): Promise<number> {
  outliveMistakes();
  const token = secretIn("FOSSICK_TOKEN");
  checkToken(host, token);
  checkNet(host, port);
  const { service, ...started } = await start(settings, "net");
  warn(started);
  void prepare(service);
  let answer: Answer = () => Promise.resolve(new Response(null, { status: 503 }));
  const server = listen(host, port, (request) => answer(request));
  giveUp("net");
  const face = httpFace(service, { host, port: server.addr.port, ...(token !== undefined && { token }) });
  answer = (request) => face.fetch(request);
  console.error(`fossick: listening on http://${host}:${server.addr.port}/mcp`);
  const code = await Promise.race([stopSignal(), failed(server)]);
  await Promise.race([Promise.allSettled([face.close(GRACE_MS), server.shutdown()]), later(GRACE_MS + 1000)]);
  service.engine.close();
  return code;
}

/**
 * Fulfilled by 1 once the server takes no more connections, as when it is out of file descriptors. It can't listen
 * anew, since it has given up that right; and whoever started it could not tell one that nobody reaches from a good one.
 */
async function failed({ finished }: HttpServer): Promise<number> {
  try {
    await finished;
  } catch (error) {
    console.error(`fossick: no more connections can be taken: ${error instanceof Error ? error.message : error}`);
  }
  return 1;
}

function listen(host: string, port: number, answer: Answer): HttpServer {
  const hostname = host.replace(/^\[(.*)\]$/, "$1");
  try {
    return listenHttp({ hostname, port }, answer);
  } catch (error) {
    const why = error instanceof Deno.errors.AddrInUse
      ? "that address is in use"
      : error instanceof Error
      ? error.message
      : error;
    throw badOption("http", `${host}:${port}: ${why}.`);
  }
}

function checkToken(host: string, token: string | undefined): void {
  if (isLoopback(host) || token !== undefined) return;
  throw new UsageError(
    `--http ${host} can be reached from other machines, so a token is needed: set the environment variable ` +
      "FOSSICK_TOKEN, and let fossick see it with --allow-env=FOSSICK_TOKEN.",
    "FOSSICK_TOKEN=$(openssl rand -hex 32) deno run --no-prompt --allow-env=FOSSICK_TOKEN …",
  );
}

function checkNet(host: string, port: number): void {
  const address = `${host}:${port}`, served = ["--root", "ROOT", "--http", address];
  if (isGranted({ name: "net", host: address })) return;
  throw new UsageError(
    `fossick may not listen on ${address}: start it with --allow-net=${address}.`,
    shellWords(["deno", "run", "--no-prompt", `--allow-net=${address}`, "--allow-read=ROOT", program(), ...served]),
  );
}

/** Fulfilled by 0 on SIGINT or SIGTERM (on Windows, which has no SIGTERM, on SIGINT). */
function stopSignal(): Promise<number> {
  return new Promise((resolve) => {
    Deno.addSignalListener("SIGINT", () => resolve(0));
    if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", () => resolve(0));
  });
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
