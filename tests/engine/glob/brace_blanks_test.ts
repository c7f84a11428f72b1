import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { assertEquals } from "@std/assert";

Deno.test("a brace with blanks finds the same files as one without them, in every argument and profile", async () => {
  using files = tempTree({ "src/a.ts": "gold\n", "src/b.tsx": "gold\n", "c.md": "gold\n" });
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  using microagent = await openTools("microagent", [files.path]);
  const found = ["src/a.ts", "src/b.tsx"], rest = ["c.md"];
  const counts = { roots: ["."], query: "gold", count_only_matches: true };
  const pathsOf = ({ counts, files, entries }: Record<string, unknown>) => {
    if (Array.isArray(entries)) return entries.map(({ path }) => path);
    return Array.isArray(files) ? files : Object.keys(Object(counts));
  };
  const asked: [typeof tools, tool: string, args: Record<string, unknown>, paths: string[]][] = [
    [tools, "search_content", { ...counts, include_globs: ["*.{ts, tsx}"] }, found],
    [tools, "search_content", { ...counts, exclude_globs: ["*.{ts, tsx}"] }, rest],
    [tools, "find_and_grep", { ...counts, exclude: ["*.{ts , tsx}"] }, rest],
    [tools, "list_files", { roots: ["."], types: ["f"], pattern: "*.{ts, tsx}", glob: true }, found],
    [tools, "glob_files", { pattern: "**/*.{ts, tsx}", mode: "files" }, found],
    [fs, "list_files", { include_globs: ["*.{ts, tsx}"] }, found],
    [microagent, "glob", { pattern: "**/*.{ts, tsx}" }, found],
    [microagent, "grep", { pattern: "gold", filePattern: "*.{ts, tsx}", filesOnly: true }, found],
  ];
  for (const [tools, tool, args, paths] of asked) {
    assertEquals([tool, args, pathsOf(await tools.ask(tool, args))], [tool, args, paths]);
  }
});
