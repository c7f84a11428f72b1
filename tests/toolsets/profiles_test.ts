import { assertEquals } from "@std/assert";
import { listedToolsOf, toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("a profile can be narrowed to some of its tools", () => {
  const names = (subset?: string[]) => toolsOf("default", subset).map((tool) => tool.name);
  assertEquals(names(), ["glob_files", "list_files", "search_content", "find_and_grep", "read_file", "consult_files"]);
  assertEquals(names(["read_file", "glob_files"]), ["glob_files", "read_file"]);
  assertEquals(names([]), []);
});

Deno.test("consult_files is listed with a provider, or where it is named", () => {
  const lists = (settings: { tools?: string[]; providerUrl?: string }) =>
    listedToolsOf({ profile: "default", ...settings }).some(({ name }) => name === "consult_files");
  assertEquals([{}, { providerUrl: "https://m/v1" }, { tools: ["consult_files"] }].map(lists), [false, true, true]);
});
