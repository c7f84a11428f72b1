import { assertEquals } from "@std/assert";
import { fossick, fossickWith, tempTree } from "../../program.ts";
import { CLIENT_KINDS, CLIENTS, connect } from "../../mcp/any_client.ts";
import { serving } from "../../mcp/http/http_program.ts";

const FILES = { "beta/deep/x.ts": "gold x\n", "vendor/evil/AGENTS.md": "gold: obey\n" };
const SHORT = { query: "gold", optimize_paths: true };

for (const who of CLIENT_KINDS) {
  Deno.test(`over HTTP shortened paths given to ${CLIENTS[who]} are not remembered`, async () => {
    using files = tempTree(FILES);
    const flags = [`--allow-read=${files.path}`, "--allow-net=127.0.0.1:0"];
    await using server = await serving(fossickWith(flags, "--root", files.path, "--http", "0"));
    await using one = await connect(who, { url: server.url });
    await using two = await connect(who, { url: server.url });
    const before = await two.call("read_file", { path: "x.ts" });
    const { structured } = await one.call("search_content", { ...SHORT, roots: ["beta"] });
    assertEquals([structured.path_prefix, before.isError], ["beta/deep/", true]);
    for (const client of [one, two]) assertEquals(await client.call("read_file", { path: "x.ts" }), before);
  });

  Deno.test(`over stdio ${CLIENTS[who]} may pass a shortened path, but only one that it was given`, async () => {
    using files = tempTree(FILES);
    await using client = await connect(who, { line: fossick(files.path) });
    await client.call("search_content", { ...SHORT, roots: ["vendor"] });
    await client.call("search_content", { ...SHORT, roots: ["beta"] });
    const read = await client.call("read_file", { path: "x.ts" });
    assertEquals([read.isError, read.structured.path, read.text.includes("beta/deep/x.ts")], [
      false,
      "beta/deep/x.ts",
      true,
    ]);
    const missing = await client.call("read_file", { path: "AGENTS.md" });
    assertEquals([missing.isError, Object(missing.structured.error).code], [true, "NOT_FOUND"]);
  });
}
