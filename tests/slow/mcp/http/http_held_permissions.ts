/**
 * Serves over HTTP as the program does, and prints its remaining permissions as JSON when it listens.
 * @module
 */
import { parseCommandLine } from "../../../../src/cli/command_line/parse_command_line.ts";
import { serveHttp } from "../../../../src/cli/serve/serve_http.ts";
import { toolsOf } from "../../../../src/toolsets/profiles.ts";

const command = parseCommandLine(Deno.args, toolsOf);
if (command.verb !== "serve" || command.settings.http === undefined) throw new Error("it only serves over HTTP");
const say = console.error;
console.error = (...said: unknown[]) => {
  say(...said);
  if (!String(said[0]).includes("listening on")) return;
  const names = ["net", "read", "env", "write", "run", "sys", "ffi", "import"] as const;
  const states = Object.fromEntries(names.map((name) => [name, Deno.permissions.querySync({ name }).state]));
  console.log(JSON.stringify(states));
};
await serveHttp(command.settings, command.settings.http);
Deno.exit(0);
