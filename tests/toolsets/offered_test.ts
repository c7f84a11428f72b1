/**
 * Errors of a server that offers only some tools.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { FaultKey } from "../../src/model/messages/faults.ts";
import { ToolError } from "../../src/model/messages/tool_error.ts";
import { consultFiles } from "../../src/toolsets/default/consult_files.ts";
import { readFile } from "../../src/toolsets/default/read_file.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { scripted } from "./scripted_context.ts";

async function hintOf(key: FaultKey, offered?: readonly string[], lang: "en" | "ja" = "en"): Promise<unknown> {
  const failing = () => {
    throw new ToolError(key, { path: "src" });
  };
  const { context } = scripted(failing, { lang, ...(offered && { offeredTools: offered }) });
  const { structured } = await readFile.call({ path: "src" }, context);
  return Object(structured.error).hint;
}

Deno.test("a hint does not call a tool that is not offered, and says which are", async () => {
  const listing = 'Name a file inside it; to see them: list_files {"roots": ["src"], "depth": 1}';
  assertEquals(await hintOf("is_directory"), listing);
  assertEquals(await hintOf("is_directory", ["list_files", "read_file"]), listing);
  assertEquals(await hintOf("is_directory", ["read_file"]), "This server offers only these tools: read_file.");
  assertEquals(
    await hintOf("is_directory", ["read_file"], "ja"),
    "このサーバーで使えるツールは次のものだけです: read_file。",
  );
});

Deno.test("a hint that calls the tool itself, or no tool, is unchanged", async () => {
  for (const key of ["conflicting_ranges", "not_a_file", "unreadable"] as const) {
    assertEquals([key, await hintOf(key, ["read_file"])], [key, await hintOf(key)]);
  }
});

Deno.test("the hint of a call that timed out names no argument that the tool lacks", async () => {
  const late = () => {
    throw new ToolError("timeout", { ms: 5 });
  };
  for (const profile of ["default", "microagent", "fs"] as const) {
    for (const { name, example, input, call } of toolsOf(profile)) {
      const { text } = await call(example, scripted(late).context);
      const named = ["timeout_ms", "include_globs", "filePattern", "offset_bytes"].filter((field) =>
        text.includes(field)
      );
      assertEquals([name, text, named.filter((field) => !Object.hasOwn(input.shape, field))], [name, text, []]);
    }
  }
});

Deno.test("reasons for excluded files name no tool that is not offered and no argument of another tool", async () => {
  const leftOut = [
    { path: "nope.md", fault: new ToolError("not_found", { path: "nope.md", name: "nope.md" }).data },
    { path: "z.bin", fault: new ToolError("binary", { path: "z.bin", size: 3 }).data },
  ];
  const files = [{ path: "a.md", bytes: 1, estimatedTokens: 1 }], usage = { inputTokens: 1, outputTokens: 1 };
  const ask = () => Promise.resolve({ answer: "So.", model: "m", files: [], leftOut: [], usage, cut: false });
  const offeredTools = ["consult_files"];
  for (const changes of [{ offeredTools }, { offeredTools, consult: { askModel: ask } }]) {
    for (const dry_run of [true, false]) {
      const { context } = scripted(() => ({ op: "consult", files, leftOut }), changes);
      const { text } = await consultFiles.call({ files: ["*.md"], query: "?", dry_run }, context);
      assertEquals(text.split("\n").filter((line) => line.startsWith("[left out")), [
        "[left out: nope.md: nope.md does not exist. This server offers only these tools: consult_files.]",
        "[left out: z.bin: z.bin is binary (3 bytes), so there is no text to show. Choose text files.]",
      ]);
    }
  }
});
