import { assertEquals } from "@std/assert";
import { hostHints } from "../../src/mcp/tool_listing.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

const PROFILES = ["default", "microagent", "fs"] as const;

Deno.test("in every profile the tools that search and read are always loaded, and every tool can be searched", () => {
  const hints = PROFILES.map((profile) => toolsOf(profile).map((tool) => [tool.name, hostHints(tool, 8000)] as const));
  const loaded = hints.map((tools) =>
    tools.filter(([, hint]) => hint["anthropic/alwaysLoad"] === true).map(([name]) => name)
  );
  assertEquals(loaded, [["search_content", "read_file"], ["grep", "read_file_lines"], ["read_file", "search_text"]]);
  const unsearchable = hints.flat().filter(([, hint]) => typeof hint["anthropic/searchHint"] !== "string");
  assertEquals(unsearchable, []);
});

Deno.test("the limit on a result's characters follows the budget, between the host's default and its cap", () => {
  const limits = [1000, 8000, 20_000, 60_000, 0].map((budget) =>
    hostHints({ name: "other" }, budget)["anthropic/maxResultSizeChars"]
  );
  assertEquals(limits, [50_000, 80_000, 200_000, 500_000, 500_000]);
});
