import { assert, assertEquals } from "@std/assert";
import { parseArguments } from "../../src/toolsets/arguments/parse_arguments.ts";
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

Deno.test("every tool accepts its example, and every argument has a description", () => {
  for (const tool of toolsOf("default")) {
    assertEquals(Object.keys(parseArguments(tool.fields, tool.example, tool.name).given), Object.keys(tool.example));
    for (const [field, { about }] of Object.entries(tool.fields)) {
      assert(about, `${tool.name}.${field} has no description`);
    }
  }
});
