/**
 * `fossick serve` with the conformance suite's fixtures: over HTTP if a port is given (then it prints its URL), else over
 * stdio.
 * @module
 */
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { listenHttp } from "../../../src/cli/serve/http_server.ts";
import { startService } from "../../../src/cli/start/start_service.ts";
import { createHttpHandler } from "../../../src/mcp/http/http_handler.ts";
import { serveStreams } from "../../../src/mcp/stdio/serve_streams.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";
import { buildFixtureServer } from "./fixture_server.ts";

const command = parseCommandLine(Deno.args, toolsOf);
if (command.verb !== "serve") throw new Error("it only serves");
const { service } = await startService(command.settings, { keep: ["net"] });
const { http } = command.settings;
if (http === undefined) {
  const starting = { start: () => Promise.resolve(service), build: buildFixtureServer };
  await serveStreams(starting, Deno.stdin.readable, Deno.stdout.writable);
} else {
  const server = await listenHttp({ hostname: http.host, port: http.port }, (request) => face.fetch(request));
  const face = createHttpHandler(service, { host: http.host, port: server.port }, buildFixtureServer);
  console.log(`http://${http.host}:${server.port}/mcp`);
}
