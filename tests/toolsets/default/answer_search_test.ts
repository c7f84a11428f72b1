import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

Deno.test("with optimize_paths the common prefix stands once, and prefix and path together lead to the file", async () => {
  using files = tempTree({ "src/deep/a.txt": "one word\n", "src/deep/b.txt": "word\n" });
  using tools = await openTools("default", [files.path]);
  for (const absolute of [false, true]) {
    const { path_prefix, counts } = await tools.ask("search_content", {
      ...{ query: "word", count_only_matches: true, optimize_paths: true, absolute },
    });
    assertEquals([path_prefix, counts], [`${absolute ? files.path + "/" : ""}src/deep/`, { "a.txt": 1, "b.txt": 1 }]);
    const { content } = await tools.ask("read_file", { path: `${path_prefix}b.txt` });
    assertEquals(content, "1. word");
  }
});
