import { ProtocolError } from "@modelcontextprotocol/server";
import { assertEquals, assertThrows } from "@std/assert";
import { sentAsFor, TEXT_CLIENTS } from "../../src/mcp/client_answers.ts";
import { getPrompt } from "../../src/mcp/prompts.ts";
import { hostHints } from "../../src/mcp/tool_listing.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import { scriptedService } from "./scripted_service.ts";

Deno.test("placeholders in a path are not filled in", () => {
  const service = scriptedService(...toolsOf("default"));
  const { messages: [{ content }] } = getPrompt("explore_library", { directory: "{glob}/{within}" }, service);
  const lines = content.type === "text" ? content.text.split("\n") : [];
  assertEquals(lines.slice(0, 2), [
    'Get to know the library under "{glob}/{within}" from the top down.',
    '1. See its structure: glob_files {"pattern": "**/*", "root": "{glob}/{within}"} lists directories only.',
  ]);
});

Deno.test("a step is shown if all tools that it names are offered", () => {
  const offered = toolsOf("default").filter(({ name }) => name === "search_content" || name === "list_files");
  const shown = (name: string) => {
    const { messages: [{ content }] } = getPrompt(name, {}, scriptedService(...offered));
    return content.type === "text" ? content.text.split("\n").slice(1, -1) : [];
  };
  assertEquals(shown("explore_library"), []);
  assertEquals(shown("organize_library"), [
    '1. Count what is there, kind by kind: list_files {"roots": ["."], "extensions": ["pdf"], "limit": 20}; total says how many.',
  ]);
  assertEquals(shown("search_first"), [
    '1. Which lines? search_content {"roots": ["."], "query": "…", "group_by_file": true}, and include_globs for the files that matter.',
    "2. Only how many? search_content with total_only, count_only_matches or value_counts.",
    "3. Where is it defined? search_content with definitions=true shows its text too.",
  ]);
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

Deno.test("by default, clients that would show JSON are sent text, and all others both", () => {
  const names = [...TEXT_CLIENTS, "Visual Studio Code - Insiders", "qwen-cli-mcp-client-my files"];
  assertEquals(names.map((name) => sentAsFor("auto", name)), names.map(() => "text"));
  for (const name of [undefined, "", "Claude-Code", "gemini-cli-mcp-client", "opencode", "__proto__"]) {
    assertEquals([sentAsFor("auto", name), sentAsFor(undefined, name)], ["both", "both"]);
  }
});

Deno.test("the limit on a result's characters follows the budget, between the host's default and its cap", () => {
  const limits = [1000, 8000, 20_000, 60_000, 0].map((budget) =>
    hostHints({ name: "other" }, budget)["anthropic/maxResultSizeChars"]
  );
  assertEquals(limits, [50_000, 80_000, 200_000, 500_000, 500_000]);
});
