import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

Deno.test("the advised call moves an unknown argument's value only to a synonym or a similar name", async () => {
  using files = tempTree({ "src/a.ts": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const cases: [tool: string, args: Record<string, unknown>, advised: string][] = [
    ["glob_files", { pattern: "*.ts", limit: 5 }, 'glob_files {"pattern": "*.ts"}'],
    ["glob_files", { pattern: "*.ts", maxResults: 5 }, 'glob_files {"pattern": "*.ts"}'],
    ["search_content", { query: "gold", explanation: "why" }, 'search_content {"query": "gold"}'],
    [
      "search_content",
      { query: "gold", exlude_glob: "*.md" },
      'search_content {"query": "gold", "exclude_globs": ["*.md"]}',
    ],
    ["search_content", { query: "gold", limt: 5 }, 'search_content {"query": "gold", "limit": 5}'],
    ["list_files", { offset: 1 }, 'list_files {"skip": 1}'],
    ["list_files", { sort: "size", order: "desc" }, 'list_files {"sort": "size"}'],
    ["list_files", { reverse: true }, "list_files {}"],
    ["read_file", { path: "src/a.ts", line_start: 3 }, 'read_file {"path": "src/a.ts"}'],
  ];
  for (const [tool, args, advised] of cases) {
    const { text } = await tools.call(tool, args);
    assertEquals([args, text.split("A call that works: ")[1]], [args, advised]);
  }
});
