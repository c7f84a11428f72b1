import { assert, assertEquals } from "@std/assert";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("every tool accepts its example, and every argument has a description", () => {
  for (const tool of toolsOf("default")) {
    assertEquals(tool.input.safeParse(tool.example).success, true, tool.name);
    for (const [field, schema] of Object.entries(tool.input.shape)) {
      assert(schema.description, `${tool.name}.${field} has no description`);
    }
  }
});
