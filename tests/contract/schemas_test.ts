import { assertEquals } from "@std/assert";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { listedTool } from "../../src/mcp/tool_listing.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { shown, SNAPSHOT } from "./schemas.ts";

Deno.test("what hosts are shown is what tests/contract/schemas.json says", () => {
  const written = JSON.parse(Deno.readTextFileSync(SNAPSHOT));
  assertEquals(shown(), written, "If the change is meant: deno task schemas, and a CHANGELOG line.");
});

/** Schemas without a type, by where they stand. */
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

Deno.test("every field that a schema names has a type, as Inspector wants it", () => {
  const tools = PROFILES.flatMap((profile) => toolsOf(profile).map(listedTool));
  for (const { name, inputSchema, outputSchema } of tools) {
    assertEquals(untyped(inputSchema, `${name} input`), []);
    assertEquals(untyped(outputSchema, `${name} output`), []);
  }
});
