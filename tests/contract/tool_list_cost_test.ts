import { assert } from "@std/assert";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { fossick, tempTree } from "../program.ts";

/** What the default tool list costs a model, without a provider: hosts send it names, descriptions and arguments. */
Deno.test("the default tool list costs a model at most 2,100 tokens", async () => {
  using root = tempTree({ "a.txt": "a\n" });
  const [command, ...args] = fossick(root.path);
  const client = new Client({ name: "cost", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" }));
  const { tools } = await client.listTools();
  await client.close();
  const sent = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const tokens = countTokens(JSON.stringify(sent));
  console.log(`${tools.length} tools, ${tokens} tokens`);
  assert(tools.length === 5 && tokens <= 2100, `${tokens} tokens`);
});
