import { assert } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { fossick, tempTree } from "../program.ts";

/** The tokens of the default tool list as the server sends it, without a provider and `_meta`, which hosts keep. */
async function listTokens(...options: readonly string[]): Promise<number> {
  using root = tempTree({ "a.txt": "a\n" });
  const [command, ...args] = [...fossick(root.path), ...options];
  const client = new Client({ name: "cost", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  const { tools } = await client.listTools();
  await client.close();
  const tokens = countTokens(JSON.stringify(tools.map(({ _meta, ...tool }) => tool)));
  console.log(`${tools.length} tools, ${tokens} tokens`);
  assert(tools.length === 5);
  return tokens;
}

Deno.test("the default tool list costs a model at most 3,500 tokens, with output schemas", async () => {
  assert(await listTokens() <= 3500);
});

Deno.test("the default tool list costs a model at most 2,800 tokens with --answers text", async () => {
  assert(await listTokens("--answers", "text") <= 2800);
});
