import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as z from "zod";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("the default tool list costs a model at most 3,500 tokens", () => {
  const lists = toolsOf("default").map(({ name, description, input }) => {
    const inputSchema = z.toJSONSchema(input, { io: "input" });
    return { name, tokens: countTokens(JSON.stringify({ name, description, inputSchema })) };
  });
  const sum = lists.reduce((tokens, list) => tokens + list.tokens, 0);
  const outputs = toolsOf("default").map(({ output }) => countTokens(JSON.stringify(z.toJSONSchema(output))));
  console.log(lists, `sum ${sum}, output schemas ${outputs.reduce((a, b) => a + b)}`);
  assert(sum <= 3500, String(sum));
});

Deno.test("every tool accepts its example, and every argument has a description", () => {
  for (const tool of toolsOf("default")) {
    assertEquals(tool.input.safeParse(tool.example).success, true, tool.name);
    for (const [field, schema] of Object.entries(tool.input.shape)) {
      assert(schema.description, `${tool.name}.${field} has no description`);
    }
  }
});
