import { assert, assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { LISTS } from "../../src/mcp/offer.ts";
import { listedTools } from "../../src/mcp/tool_listing.ts";
import { listedToolsOf, toolsOf } from "../../src/toolsets/profiles.ts";
import { assertLinesOf } from "../golden.ts";

/** Every tool of every profile as hosts see it, with the server's other texts. A change needs a line in CHANGELOG. */
Deno.test("the tool list is that of tests/contract/schemas.json", () => {
  const profiles = PROFILES.map((profile) => [profile, listedTools(toolsOf(profile))]);
  const beside = { ...LISTS["prompts/list"](), ...LISTS["resources/list"](), ...LISTS["resources/templates/list"]() };
  const text = JSON.stringify({ ...Object.fromEntries(profiles), ...beside }, null, 2);
  assertLinesOf(fromFileUrl(new URL("schemas.json", import.meta.url)), text.split("\n"));
});

/** The paths of schemas without a type. */
function untyped(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [at];
  const { type, properties = {}, items, anyOf, additionalProperties } = Object(schema);
  const inside = Object.entries(properties).flatMap(([name, part]) => untyped(part, `${at}.${name}`));
  const hasType = typeof type === "string" || Array.isArray(anyOf);
  return [
    ...(hasType ? [] : [at]),
    ...inside,
    ...(type === "array" ? untyped(items, `${at}[]`) : []),
    ...(typeof additionalProperties === "object" ? untyped(additionalProperties, `${at}{}`) : []),
  ];
}

Deno.test("every field of a schema has a type, which Inspector requires", () => {
  const tools = PROFILES.flatMap((profile) => listedTools(toolsOf(profile)));
  for (const { name, inputSchema, outputSchema } of tools) {
    assertEquals(untyped(inputSchema, `${name} input`), []);
    assertEquals(untyped(outputSchema, `${name} output`), []);
  }
});

Deno.test("an error answer satisfies every output schema, which some clients check", () => {
  const error = { error: { code: "NOT_FOUND", message: "m", hint: "h" } };
  const failing = toolsOf("default").filter(({ output }) => !output.safeParse(error).success).map(({ name }) => name);
  assertEquals(failing, []);
});

/** What the default tool list costs a model, without a provider: hosts send it names, descriptions and arguments. */
Deno.test("the default tool list costs a model at most 2,100 tokens", () => {
  const tools = listedTools(listedToolsOf({ profile: "default" }));
  const sent = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const tokens = countTokens(JSON.stringify(sent));
  console.log(`${tools.length} tools, ${tokens} tokens`);
  assert(tools.length === 5 && tokens <= 2100, `${tokens} tokens`);
});
