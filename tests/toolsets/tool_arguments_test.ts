import { assert, assertEquals } from "@std/assert";
import { parseArguments } from "../../src/toolsets/arguments/parse_arguments.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("every tool accepts its example, and every argument has a description", () => {
  for (const tool of toolsOf("default")) {
    assertEquals(Object.keys(parseArguments(tool.fields, tool.example, tool.name).given), Object.keys(tool.example));
    for (const [field, { about }] of Object.entries(tool.fields)) {
      assert(about, `${tool.name}.${field} has no description`);
    }
  }
});
