import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { textPath } from "../../src/format/safe_text.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

/** Look-alikes of "same.txt" and "two words.txt". */
const ODD = ["sa\u200bme.txt", "sa\u200dme.txt", "same.txt\u3164", "sa\u{e0041}me.txt", "two\u202fwords.txt"];
const SAME = [...ODD, "two\u00a0words.txt", "two\u2009words.txt", "e\u0301t\u00e9.txt"];

Deno.test("every tool accepts names as its text shows them", async () => {
  using files = tempTree(Object.fromEntries(SAME.map((name) => [`d/${name}`, "gold\n"])));
  const shown = SAME.map((name) => textPath(name)), all = shown.map((name) => `"d/${name.slice(1)}`);
  const readers = [
    ["default", "read_file", (path: string) => ({ path })],
    ["default", "search_content", (path: string) => ({ query: "gold", roots: [path] })],
    ["default", "list_files", (path: string) => ({ roots: [path] })],
    ["microagent", "read_file_lines", (filePath: string) => ({ filePath, startLine: 1, endLine: 1 })],
    ["fs", "read_file", (path: string) => ({ path })],
    ["fs", "search_text", (path: string) => ({ query: "gold", root: path })],
  ] as const;
  for (const [profile, tool, argsOf] of readers) {
    using tools = await openTools(profile, [files.path]);
    for (const path of all) {
      const { text, isError, found } = await tools.call(tool, argsOf(path));
      assertEquals([tool, path, isError, found, text.includes("looks like")], [tool, path, false, true, false], text);
    }
  }
});

Deno.test("a root that is gone is named in one sentence, until it is back", async () => {
  using parent = tempTree({ "root/a.txt": "gold\n" });
  const root = join(parent.path, "root"),
    message = `The root ${root} is gone: nothing in it can be read until it is back.`;
  using tools = await openTools("default", [root]);
  Deno.removeSync(root, { recursive: true });
  const calls: [tool: string, args: Record<string, unknown>][] = [
    ["list_files", {}],
    ["search_content", { query: "gold", roots: ["a.txt", "b.txt"] }],
    ["glob_files", { pattern: "*" }],
    ["read_file", { path: "a.txt" }],
    ["read_file", { path: "a.txt", outline: true }],
    ["consult_files", { files: ["a.txt"], query: "?", dry_run: true }],
  ];
  for (const [tool, args] of calls) {
    const { text, structured } = await tools.call(tool, args);
    assertEquals([tool, text, structured], [tool, `NOT_FOUND: ${message}`, { error: { code: "NOT_FOUND", message } }]);
  }
  Deno.mkdirSync(root);
  assertEquals((await tools.call("list_files", {})).text, "[0 entries; searched 0 entries]");
});
