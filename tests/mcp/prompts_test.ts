import { assertEquals, assertThrows } from "@std/assert";
import { ProtocolError } from "@modelcontextprotocol/server";
import { getPrompt } from "../../src/mcp/prompts.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { scriptedService } from "./scripted_service.ts";

Deno.test("a path is data: what in it looks like a place to be filled in stays as it is", () => {
  const service = scriptedService(...toolsOf("default"));
  const { messages: [{ content }] } = getPrompt("explore_library", { directory: "{glob}/{within}" }, service);
  const lines = content.type === "text" ? content.text.split("\n") : [];
  assertEquals(lines.slice(0, 2), [
    'Get to know the library under "{glob}/{within}" from the top down.',
    '1. See its structure: glob_files {"pattern": "**/*", "root": "{glob}/{within}"} lists directories only.',
  ]);
});

Deno.test("a path's odd characters are escaped", () => {
  const service = scriptedService(...toolsOf("default"));
  const { messages: [{ content }] } = getPrompt("explore_library", { directory: "a\u202fb" }, service);
  assertEquals(
    content.type === "text" && content.text.split("\n")[0],
    String.raw`Get to know the library under "a\u202fb" from the top down.`,
  );
});

Deno.test("an argument longer than any path is refused, so that no prompt repeats it", () => {
  const service = scriptedService(...toolsOf("default"));
  getPrompt("search_first", { path: "x".repeat(32_767) }, service);
  assertThrows(
    () => getPrompt("search_first", { path: "x".repeat(32_768) }, service),
    ProtocolError,
    "path is a path, and has more than 32767 characters: no path is as long.",
  );
});
