import { assertEquals } from "@std/assert";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { listedTools } from "../../src/mcp/tool_listing.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { shown, SNAPSHOT } from "./schemas.ts";

Deno.test("the tool list is that of tests/contract/schemas.json", () => {
  const written = JSON.parse(Deno.readTextFileSync(SNAPSHOT));
  assertEquals(shown(), written, "If the change is intended: deno task schemas, and a CHANGELOG line.");
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
