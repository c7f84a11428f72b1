/** Hints about paths that do not exist, and about directories that look empty. */
import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { turnedCall } from "../mended_call.ts";
import { TREE } from "../slips_tree.ts";

Deno.test("a path that does not exist is looked up by its name, whatever surrounds it", async () => {
  using files = tempTree({ ...TREE, "my docs/read me.txt": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const asked: [path: string, nearest: string[] | undefined, hint: string][] = [
    ["src\\b.ts", ["src/b.ts"], 'Look for the name: list_files {"roots": ["."], "pattern": "*b.ts*", "glob": true}'],
    ["src/B.TS#L3", ["src/b.ts"], 'Look for the name: list_files {"roots": ["."], "pattern": "*b.ts*", "glob": true}'],
    ["src/deep", ["src/Deep"], 'Look for the name: list_files {"roots": ["."], "pattern": "*deep*", "glob": true}'],
    [
      "`src/b.ts:3`",
      ["src/b.ts"],
      'Look for the name: list_files {"roots": ["."], "pattern": "*b.ts*", "glob": true}',
    ],
    ...["my%20docs/read%20me.txt", "my\\ docs/read\\ me.txt", '"my docs/read me.txt" ', "my docs\\read me.txt"].map((
      path,
    ): [string, string[], string] => [
      path,
      ["my docs/read me.txt"],
      'Look for the name: list_files {"roots": ["."], "pattern": "*read me.txt*", "glob": true}',
    ]),
    [
      "src/*.ts",
      undefined,
      'Searches take a glob in include_globs. What this one matches: glob_files {"pattern": "src/*.ts", "mode": "files"}',
    ],
  ];
  for (const [path, nearest, hint] of asked) {
    const { error, nearest: given } = await tools.ask("read_file", { path });
    assertEquals([path, given, Object(error).code, Object(error).hint], [path, nearest, "NOT_FOUND", hint]);
  }
  const several = async (path: string) => (await tools.ask("read_file", { path })).nearest;
  assertEquals(await several("src/b.ts, lib/c.md"), ["src/b.ts", "lib/c.md"]);
  assertEquals(await several("src/b.ts lib/c.md"), ["src/b.ts", "lib/c.md"]);
  assertEquals(await several("src,nope"), undefined);
  const outside = async (path: string) => (await tools.ask("read_file", { path })).nearest;
  assertEquals(await outside("/src/b.ts"), ["src/b.ts"]);
  assertEquals(await outside("/src/nope.ts"), undefined);
  assertEquals(await outside("/etc/passwd"), undefined);
  assertEquals(await outside("/app/src/b.ts:10:5"), ["src/b.ts"]);
  assertEquals(await outside("/home/runner/work/it/lib/./c.md"), ["lib/c.md"]);
  assertEquals(await outside("file:///app/src/b.ts"), ["src/b.ts"]);
  assertEquals(await outside("../elsewhere/src/b.ts"), ["src/b.ts"]);
  assertEquals(await outside("/app/.."), undefined);
  assertEquals(await outside("/"), undefined);
  const consulted = async (file: string) => (await tools.ask("consult_files", { files: [file], query: "?" })).nearest;
  assertEquals(await consulted("src\\b.ts"), ["src/b.ts"]);
  assertEquals(await consulted("/app/src/b.ts"), ["src/b.ts"]);
});

Deno.test("a zero result names the paths most similar to a missing name, and none beside an existing one", async () => {
  using files = tempTree({
    "src/engine/ops/search.ts": "",
    "src/engine/walk/walk.ts": "",
    "docs/walking.md": "",
    "walk/.gitkeep": "",
  });
  using tools = await openTools("default", [files.path]);
  const list = (args: Record<string, unknown>) => ["list_files", { roots: ["."], ...args }] as const;
  const glob = (pattern: string, args: Record<string, unknown> = {}) => ["glob_files", { pattern, ...args }] as const;
  const find = (pattern: string) => ["find_and_grep", { roots: ["."], pattern, query: "gold" }] as const;
  const asked: [call: ReturnType<typeof list | typeof glob | typeof find>, nearest: string | undefined][] = [
    [find("serach.ts"), "src/engine/ops/search.ts"],
    [find("walk.ts"), undefined],
    [list({ pattern: "serach.ts", glob: true }), "src/engine/ops/search.ts"],
    [list({ pattern: "^serach\\.ts$" }), "src/engine/ops/search.ts"],
    [list({ pattern: "serach.ts", hidden: true }), "src/engine/ops/search.ts"],
    [list({ pattern: "walk\\.(js|py)" }), undefined],
    [list({ pattern: "search.ts", extensions: ["py"] }), undefined],
    [list({ pattern: "wak" }), undefined],
    [glob("**/serach.ts", { mode: "files" }), "src/engine/ops/search.ts"],
    [glob("src/enigne/**/*.ts"), "src/engine"],
    [glob("enigne/*.ts", { root: "src" }), "src/engine"],
    [glob("src/**/serach.ts", { mode: "files" }), "src/engine/ops/search.ts"],
    [glob("**/serach.ts", { root: "src", mode: "files" }), "src/engine/ops/search.ts"],
    [glob("src/**/*.py"), undefined],
    [glob("src/engine/*.py"), undefined],
    [glob("*.py"), undefined],
  ];
  for (const [[tool, args], nearest] of asked) {
    const { total, hints } = await tools.ask(tool, args);
    const named = Array.isArray(hints) ? hints.filter((hint) => String(hint).startsWith("Nearest")) : [];
    assertEquals([args, total, named], [args, 0, nearest === undefined ? [] : [`Nearest existing: ${nearest}.`]]);
  }
});

Deno.test("fs: a directory that holds only directories does not look empty", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("fs", [files.path]);
  const remarks = async (args: Record<string, unknown>) =>
    (await tools.call("list_files", args)).text.split("\n").filter((line) => line.includes("include_dirs"));
  const said = (found: string, args: Record<string, unknown>) => [
    `[Only files are listed. There are none, but ${found}: ` +
    `${turnedCall("list_files", args, { include_dirs: true })}]`,
  ];
  const flat = { recursive: false };
  assertEquals(await remarks(flat), said("2 directories", flat));
  assertEquals(await remarks({ root: "src", recursive: false }), []);
  assertEquals(await remarks({ root: "lib", include_globs: ["*.ts"] }), []);
});

Deno.test("a path with a NUL is reported as given, in every argument", async () => {
  using root = tempTree({ "a.txt": "a\n" });
  using tools = await openTools("default", [root.path]);
  const calls = [
    tools.call("search_content", { query: "a", roots: ["a.txt", "b\0c"] }),
    tools.call("glob_files", { pattern: "*", root: "b\0c" }),
    tools.call("read_file", { path: "b\0c" }),
  ];
  for (const { text } of await Promise.all(calls)) {
    assertEquals(text.split("\n")[0], 'INVALID_ARGUMENT: "b\\u0000c" has a NUL character, which no path can have.');
  }
});
