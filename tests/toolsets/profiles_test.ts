import { assertEquals, assertThrows } from "@std/assert";
import { ToolError } from "../../src/model/tool_error.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";

Deno.test("a profile's tools can be narrowed to some of them", () => {
  const names = (subset?: string[]) => toolsOf("default", subset).map((tool) => tool.name);
  assertEquals(names(), ["glob_files", "list_files", "search_content", "find_and_grep", "read_file", "consult_files"]);
  assertEquals(names(["read_file", "glob_files"]), ["glob_files", "read_file"]);
  assertEquals(names([]), []);
});

Deno.test("a tool or a profile that does not exist is refused with the nearest names", () => {
  const tool = assertThrows(() => toolsOf("default", ["serch_content"]), ToolError);
  assertEquals([tool.key, String(tool.params.nearest).split(", ")[0]], ["unknown_tool", "search_content"]);
  assertEquals(assertThrows(() => toolsOf("nope"), ToolError).key, "bad_argument");
});
