import { assertEquals, assertMatch } from "@std/assert";
import { answer, ScriptedApi } from "../../consult/scripted_api.ts";
import { fossick, fossickWith, tempTree } from "../../program.ts";
import { CLIENT_KINDS, CLIENTS, connect } from "../../mcp/any_client.ts";
import { serving } from "../../mcp/http/http_program.ts";

const FILES = { "src/a.py": "print('first')\n", "src/.env": "NAME=unsent\n" };
const ASK = { files: ["src/*.py", "src/.env"], query: "Why?", model: "big" };

/** The program over HTTP, with these flags. */
function overHttp(root: string, grants: readonly string[] = ["--allow-net=127.0.0.1:0"], ...options: string[]) {
  const flags = [`--allow-read=${root}`, ...grants];
  return serving(fossickWith(flags, "--root", root, "--http", "0", ...options), { FOSSICK_API_KEY: "sk-key" });
}

for (const who of CLIENT_KINDS) {
  Deno.test(`${CLIENTS[who]} without a provider gets the manifest, over stdio and HTTP, and is not asked for its model`, async () => {
    using files = tempTree(FILES);
    await using server = await overHttp(files.path);
    for (const where of [{ line: fossick(files.path) }, { url: server.url }]) {
      let lent = 0;
      await using client = await connect(who, where, { sample: () => `${lent++}` });
      const { structured, isError } = await client.call("consult_files", ASK);
      const seen = [isError, Object(structured.error).code, structured.total_files, lent];
      assertEquals(seen, [true, "CONSULT_UNAVAILABLE", 1, 0]);
    }
  });

  Deno.test(`over HTTP ${CLIENTS[who]} gets the endpoint's answer`, async () => {
    using files = tempTree(FILES);
    await using api = new ScriptedApi({ "/v1/chat/completions": () => answer("from the endpoint") });
    const grants = [`--allow-net=127.0.0.1:0,${api.host}`, "--allow-env=FOSSICK_API_KEY"];
    await using server = await overHttp(files.path, grants, "--provider-url", api.url);
    let lent = 0;
    await using client = await connect(who, { url: server.url }, { sample: () => `${lent++}` });
    const { structured, isError } = await client.call("consult_files", ASK);
    assertEquals([isError, structured.answer, lent], [false, "from the endpoint", 0]);
    assertEquals(api.asked.length, 1);
    assertMatch(JSON.stringify(api.asked), /print\('first'\)/);
    assertEquals(api.received.at(-1)?.authorization, "Bearer sk-key");
  });
}
