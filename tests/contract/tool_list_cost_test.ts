import { assert } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { fossick, tempTree } from "../program.ts";

Deno.test("the default tool list, as the server sends it, costs a model at most 3,500 tokens", async () => {
  using root = tempTree({ "a.txt": "a\n" });
  const [command, ...args] = fossick(root.path);
  const client = new Client({ name: "cost", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  const { tools } = await client.listTools();
  await client.close();
  // Hosts show models neither output schemas nor hints for themselves; they may show everything else.
  const shown = tools.map(({ outputSchema: _, _meta, ...tool }) => tool);
  const tokens = countTokens(JSON.stringify(shown));
  console.log(`${tools.length} tools, ${tokens} tokens`);
  assert(tools.length === 6 && tokens <= 3500, String(tokens));
});
