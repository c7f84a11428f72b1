/**
 * Errors of a server that offers only some tools.
 * @module
 */
import { assertEquals } from "@std/assert";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { scripted } from "./scripted_context.ts";

Deno.test("the hint of a call that timed out names no argument that the tool lacks", async () => {
  const late = () => {
    throw new ToolError("timeout", { ms: 5 });
  };
  for (const profile of ["default", "microagent", "fs"] as const) {
    for (const { name, example, fields, call } of toolsOf(profile)) {
      const { text } = await call(example, scripted(late).context);
      const named = ["timeout_ms", "include_globs", "filePattern", "offset_bytes"].filter((field) =>
        text.includes(field)
      );
      assertEquals([name, text, named.filter((field) => !Object.hasOwn(fields, field))], [name, text, []]);
    }
  }
});
