import { assertEquals } from "@std/assert";
import { firstLines, fossick, fossickWith, tempTree } from "../../program.ts";
import { CLIENT_KINDS, CLIENTS, connect } from "../../mcp/any_client.ts";
import { SCENARIO_FILES, SCENARIOS } from "../../mcp/client_scenarios.ts";
import { serving } from "../../mcp/http/http_program.ts";

for (const who of CLIENT_KINDS) {
  Deno.test(`${CLIENTS[who]} passes all scenarios, over stdio and over HTTP`, async (test) => {
    using files = tempTree(SCENARIO_FILES);
    await using program = await serving(overHttp(files.path));
    await using piped = await connect(who, { line: fossick(files.path) });
    await using posted = await connect(who, { url: program.url });
    for (const deed of SCENARIOS) {
      await test.step(`over stdio it ${deed.name}`, () => deed.run(piped, who));
      await test.step(`over HTTP it ${deed.name}`, () => deed.run(posted, who));
    }
  });
}

/** The program on a port that the system chooses. */
function overHttp(root: string) {
  return fossickWith([`--allow-read=${root}`, "--allow-net=127.0.0.1:0"], "--root", root, "--http", "0");
}

Deno.test("the end of input ends the program with 0 during a call", async () => {
  using files = tempTree({ "hard.txt": "a".repeat(40) + "!\n" });
  const [command, ...args] = fossick(files.path);
  const child = new Deno.Command(command, { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  const say = (message: unknown) => writer.write(new TextEncoder().encode(JSON.stringify(message) + "\n"));
  const clientInfo = { name: "t", version: "1" };
  await say({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
  });
  const call = { name: "search_content", arguments: { roots: ["."], query: "^(?=(a+)+$)", timeout_ms: 30_000 } };
  await say({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const [begun] = await firstLines(child.stdout, 1);
  await writer.close();
  const { code, stderr } = await child.output();
  assertEquals([code, new TextDecoder().decode(stderr), JSON.parse(begun).id], [0, "", 0]);
});
