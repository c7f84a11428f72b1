/** Paths with lines after them, as answers print them, and several paths in one text. */
import { assertEquals } from "@std/assert";
import { pathsWithLines } from "../../../src/model/path_with_lines.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const LINES = Array.from({ length: 50 }, (_, i) => `gold ${i + 1}`);
const TREE = { "src/walk.ts": LINES.join("\n") + "\n", "src/odd:3": "odd\n", "lib/b.ts": "gold\n" };

Deno.test("lines after a path are separated from its name", () => {
  const places: [text: string, path: string, first: number, last?: number][] = [
    ["a.ts:12", "a.ts", 12],
    ["a.ts:12-40", "a.ts", 12, 40],
    ["a.ts:12:4", "a.ts", 12],
    ["a.ts:12:4-13:1", "a.ts", 12, 13],
    ["a.ts#L12", "a.ts", 12],
    ["a.ts#L12-L40", "a.ts", 12, 40],
    ["a.ts#L12-40", "a.ts", 12, 40],
    ["C:/x/a.ts:7", "C:/x/a.ts", 7],
  ];
  for (const [text, path, first, last] of places) {
    assertEquals(pathsWithLines(text).at(-1), { path, firstLine: first, ...last !== undefined && { lastLine: last } });
  }
  for (
    const text of ["a.ts", ":12", "a.ts:", "a.ts:0", "a.ts:9-3", "a.ts:12-", "C:/x", "a.ts:x", "a:1".repeat(3) + "b"]
  ) {
    assertEquals([text, pathsWithLines(text)], [text, []]);
  }
});

Deno.test("a name may end in numbers itself: what a search prints is accepted back, in roots, path, reads and files", async () => {
  using files = tempTree({ "notes:12": "a\nTODO\nc\n", "log-2026-11-28T10:30": "TODO\n" });
  using tools = await openTools("default", [files.path]);
  const names = ["log-2026-11-28T10:30", "notes:12"], places = names.map((name, i) => `${name}:${i + 1}`);
  const { entries } = await tools.ask("list_files", { roots: places });
  assertEquals(entries, names.map((path) => ({ path, is_dir: false })));
  for (const [i, path] of places.entries()) {
    const { path: name, content } = await tools.ask("read_file", { path, max_lines: 1 });
    assertEquals([name, content], [names[i], `${i + 1}. TODO`]);
  }
  const { reads } = await tools.ask("read_file", { reads: places.map((place, i) => `${place}-${i + 1}`) });
  const read = (i: number, totalLines: number) => ({
    path: names[i],
    start_line: i + 1,
    content: `${i + 1}. TODO`,
    total_lines: totalLines,
  });
  assertEquals(reads, [read(0, 1), read(1, 3)]);
  const { files: sent } = await tools.ask("consult_files", { files: places, query: "?", dry_run: true });
  assertEquals(sent, names.map((path, i) => ({ path, bytes: [5, 9][i], estimated_tokens: [4, 9][i] })));
});

Deno.test("read_file reads the lines after a path in every profile, unless a file has that name", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  using microagent = await openTools("microagent", [files.path]);
  const cases: [args: Record<string, unknown>, first: number, last: number][] = [
    [{ path: "src/walk.ts:44" }, 44, 50],
    [{ path: "src/walk.ts:12-14" }, 12, 14],
    [{ path: "src/walk.ts:12-14", start_line: 20, max_lines: 2 }, 20, 21],
    [{ path: "src/walk.ts:44", max_lines: 2 }, 44, 45],
    [{ path: `${files.path}/src/walk.ts#L2-L3` }, 2, 3],
    [{ path: `file://${files.path}/src/walk.ts#L2-L3` }, 2, 3],
  ];
  for (const [args, first, last] of cases) {
    const content = LINES.slice(first - 1, last).join("\n");
    for (const [{ ask }, plain] of [[tools, { line_numbers: false }], [fs, {}]] as const) {
      const answer = await ask("read_file", { ...args, ...plain });
      assertEquals([args, answer.path, answer.content], [args, "src/walk.ts", content]);
    }
  }
  assertEquals((await tools.ask("read_file", { path: "src/odd:3" })).content, "1. odd");
  assertEquals((await tools.ask("read_file", { path: "src/walk.ts:3", offset_bytes: 5, max_bytes: 1 })).content, "1");
  const ranges: [args: Record<string, unknown>, first: number, last: number][] = [
    [{ filePath: "src/walk.ts:9", startLine: 2, endLine: 2 }, 2, 2],
    [{ path: "src/walk.ts#L3-L4", offset: 49 }, 49, 50],
  ];
  for (const [args, startLine, endLine] of ranges) {
    const content = LINES.slice(startLine - 1, endLine).map((line, i) => `${startLine + i}. ${line}`).join("\n");
    assertEquals(await microagent.ask("read_file_lines", args), { content, startLine, endLine, totalLines: 50 });
  }
  assertEquals((await microagent.ask("read_file_lines", { filePath: "src/odd:3", startLine: 1 })).content, "1. odd");
  const missing = await tools.call("read_file", { path: "src/wolk.ts:3" });
  assertEquals(missing.text.split("\n")[0], "NOT_FOUND: src/wolk.ts:3 does not exist.");
});

Deno.test("searches accept a path with lines after it, and several paths in one text", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const cases: [tool: string, args: Record<string, unknown>, total: number][] = [
    ["search_content", { roots: ["src/walk.ts:449"] }, 50],
    ["search_content", { files: ["src/walk.ts:4-9", "lib/b.ts"] }, 51],
    ["search_content", { roots: "src, lib" }, 51],
    ["search_content", { path: "src/walk.ts:1, lib/b.ts" }, 51],
    ["search_content", { files: "src/walk.ts lib/b.ts" }, 51],
    ["find_and_grep", { roots: "src,lib" }, 51],
  ];
  for (const [tool, args, total] of cases) {
    const { total: found, notes } = await tools.ask(tool, { query: "gold", total_only: true, ...args });
    assertEquals([args, found, notes], [args, total, undefined]);
  }
  assertEquals((await tools.ask("list_files", { roots: "src lib" })).total, 3);
  const { files: sent } = await tools.ask("consult_files", { files: ["lib/b.ts:1"], query: "?", dry_run: true });
  assertEquals(Object(sent)[0].path, "lib/b.ts");
});
