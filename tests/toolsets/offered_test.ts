/**
 * What errors say where not all tools are offered.
 * @module
 */
import { assertEquals } from "@std/assert";
import type { FaultKey } from "../../src/model/faults.ts";
import { ToolError } from "../../src/model/tool_error.ts";
import { readFile } from "../../src/toolsets/default/read_file.ts";
import { scripted } from "./scripted_context.ts";

async function hintOf(key: FaultKey, offered?: readonly string[], lang: "en" | "ja" = "en"): Promise<unknown> {
  const failing = () => {
    throw new ToolError(key, { path: "src" });
  };
  const { context } = scripted(failing, { lang, ...(offered && { offered }) });
  const { structured } = await readFile.call({ path: "src" }, context);
  return Object(structured.error).hint;
}

Deno.test("a hint calls no tool that is not offered: it says which are", async () => {
  const listing = 'Name a file inside it; to see them: list_files {"roots": ["src"], "depth": 1}.';
  assertEquals(await hintOf("is_directory"), listing);
  assertEquals(await hintOf("is_directory", ["list_files", "read_file"]), listing);
  assertEquals(await hintOf("is_directory", ["read_file"]), "This server offers these tools alone: read_file.");
  assertEquals(
    await hintOf("is_directory", ["read_file"], "ja"),
    "このサーバーで使えるツールは次のものだけです: read_file。",
  );
});

Deno.test("a hint that calls the tool itself, or none, stays what it is", async () => {
  for (const key of ["mixed_ranges", "not_a_file", "unreadable"] as const) {
    assertEquals([key, await hintOf(key, ["read_file"])], [key, await hintOf(key)]);
  }
});
