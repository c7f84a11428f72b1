import { assertEquals } from "@std/assert";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("a profile can be narrowed to some of its tools", () => {
  const names = (subset?: string[]) => toolsOf("default", subset).map((tool) => tool.name);
  assertEquals(names(), ["glob_files", "list_files", "search_content", "find_and_grep", "read_file", "consult_files"]);
  assertEquals(names(["read_file", "glob_files"]), ["glob_files", "read_file"]);
  assertEquals(names([]), []);
});
