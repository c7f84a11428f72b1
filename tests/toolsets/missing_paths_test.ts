/** Paths that are not taken as given: look-alikes, and missing paths among several. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { textPath } from "../../src/format/safe_text.ts";
import type { Profile } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

const SHOT = "Shot 9.41\u202fAM.txt", DIR = "cafe\u0301";

const TREE = { [SHOT]: "gold\n", [`${DIR}/it\u2019s.txt`]: "gold\n", "plain.txt": "gold\n" };

const PLAIN = "Shot 9.41 AM.txt", COMPOSED = "caf\u00e9/it's.txt";

/** Calls that name a file by a look-alike. */
const CALLS: [profile: Profile, tool: string, args: Record<string, unknown>, given: string][] = [
  ["default", "read_file", { path: PLAIN }, PLAIN],
  ["default", "search_content", { roots: [PLAIN, "plain.txt"], query: "gold" }, PLAIN],
  ["default", "search_content", { files: [COMPOSED], query: "gold" }, COMPOSED],
  ["default", "find_and_grep", { roots: [COMPOSED], query: "gold" }, COMPOSED],
  ["default", "list_files", { roots: ["caf\u00e9"] }, "caf\u00e9"],
  ["default", "glob_files", { pattern: "*", root: "caf\u00e9", mode: "files" }, "caf\u00e9"],
  ["default", "consult_files", { files: [PLAIN], query: "?", dry_run: true }, PLAIN],
  ["default", "consult_files", { files: ["caf\u00e9/*.txt"], query: "?", dry_run: true }, "caf\u00e9"],
  ["microagent", "read_file_lines", { filePath: PLAIN, startLine: 1 }, PLAIN],
  ["fs", "read_file", { path: COMPOSED, start_line: 1 }, COMPOSED],
  ["fs", "search_text", { query: "gold", root: "caf\u00e9" }, "caf\u00e9"],
  ["fs", "list_files", { root: "caf\u00e9" }, "caf\u00e9"],
];

Deno.test("a look-alike of a path is accepted, and the answer says so", async () => {
  using files = tempTree(TREE);
  for (const [profile, tool, args, given] of CALLS) {
    using tools = await openTools(profile, [files.path]);
    const { text, isError } = await tools.call(tool, args);
    const label = `${tool} ${JSON.stringify(args)}: ${text}`;
    assertEquals([label, isError], [label, false]);
    assert(text.includes(`${given} does not exist. `), label);
    assert(text.includes(", which looks the same, was used instead."), label);
  }
});

Deno.test("look-alike names are shown so that they can be distinguished, and accepted in that form", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const shown = ['"Shot 9.41\\u202fAM.txt"', '"cafe\\u0301/it\u2019s.txt"', "plain.txt"];
  const listed = (await tools.call("list_files", { types: ["f"] })).text.split("\n").slice(0, 3);
  assertEquals(listed, shown);
  const counted = (await tools.call("search_content", { query: "gold", count_only_matches: true })).text.split("\n");
  assertEquals(counted.slice(0, 3), shown.map((path) => `${path}:1`));
  for (const path of listed) {
    const { content, notes } = await tools.ask("read_file", { path });
    assertEquals([path, content, notes], [path, "1. gold", undefined]);
  }
});

/** Look-alikes of "same.txt" and "two words.txt". */
const ODD = ["sa\u200bme.txt", "sa\u200dme.txt", "same.txt\u3164", "sa\u{e0041}me.txt", "two\u202fwords.txt"];
const SAME = [...ODD, "two\u00a0words.txt", "two\u2009words.txt", "e\u0301t\u00e9.txt"];

/** Calls that show every name, with the fields that have the exact names. */
const SHOWING: [profile: Profile, tool: string, args: Record<string, unknown>][] = [
  ["default", "glob_files", { pattern: "**/*", mode: "files" }],
  // The object replaces the array.
  ["default", "glob_files", { pattern: "**/*", mode: "files", timeout_ms: 99_999_999 }],
  ["default", "glob_files", { pattern: "**/" }],
  ["default", "list_files", {}],
  ["default", "list_files", { metadata: true, absolute: true }],
  ["default", "search_content", { query: "gold" }],
  ["default", "search_content", { query: "gold", optimize_paths: true }],
  ["default", "search_content", { query: "gold", count_only_matches: true }],
  ["default", "search_content", { query: "gold", summary_only: true }],
  ["default", "search_content", { query: "gold", group_by_file: true, optimize_paths: true }],
  ["default", "find_and_grep", { query: "gold" }],
  ["default", "consult_files", { files: ["*.txt"], query: "?", dry_run: true }],
  ["microagent", "glob", { pattern: "**/*" }],
  ["microagent", "grep", { pattern: "gold" }],
  ["microagent", "grep", { pattern: "gold", filesOnly: true }],
  ["fs", "list_files", {}],
  ["fs", "search_text", { query: "gold" }],
];

Deno.test("every form of an answer shows distinguishable names, and its fields have the exact ones", async () => {
  using files = tempTree(
    Object.fromEntries(SAME.flatMap((name) => [[name, "gold\n"], [`di\u00a0r/${name}/in.txt`, "gold\n"]])),
  );
  for (const [profile, tool, args] of SHOWING) {
    using tools = await openTools(profile, [files.path]);
    const { text, structured, isError } = await tools.call(tool, args), exact = JSON.stringify(structured);
    const label = `${tool} ${JSON.stringify(args)}: ${text}`;
    assertEquals([label, isError], [label, false]);
    assert(/\\u202f/.test(text) || /\\u00a0/.test(text), label);
    assert(!/[\p{Default_Ignorable_Code_Point}\u00a0\u2009\u202f\u0301]/u.test(text), label);
    assert(exact.includes("two\u202fwords.txt"), label);
  }
});

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

Deno.test("of several paths the missing ones are named with the nearest, and the others are answered", async () => {
  using files = tempTree({ "src/alpha.ts": "gold\n", "src/beta.ts": "gold\n", "lib/gamma.ts": "gold\n" });
  const missing = [
    "src/aplha.ts does not exist and was left out. Nearest existing: src/alpha.ts.",
    "nope does not exist and was left out.",
  ];
  for (const thread of [false, true]) {
    using tools = await openTools("default", [files.path], { thread });
    const cases: [tool: string, args: Record<string, unknown>, total: number][] = [
      ["search_content", { roots: ["src/aplha.ts", "lib", "nope"], query: "gold" }, 1],
      ["search_content", { files: ["src/aplha.ts", "src/beta.ts", "nope"], query: "silver" }, 0],
      ["search_content", { roots: ["src"], files: ["src/aplha.ts", "nope"], query: "gold", total_only: true }, 2],
      ["find_and_grep", { roots: ["src/aplha.ts", "nope", "src", "lib"], query: "gold" }, 3],
      ["list_files", { roots: ["src/aplha.ts", "nope", "src/beta.ts"] }, 1],
    ];
    for (const [tool, args, total] of cases) {
      const { text, structured } = await tools.call(tool, args);
      assertEquals([args, structured.total, structured.notes], [args, total, missing]);
      for (const note of missing) assert(text.includes(`[${note}]`), text);
    }
    for (const tool of ["search_content", "find_and_grep", "list_files"]) {
      const query = tool === "list_files" ? {} : { query: "gold" };
      const { text } = await tools.call(tool, { roots: ["src/aplha.ts", "nope"], ...query });
      assertEquals(text.split("\n")[0], "NOT_FOUND: src/aplha.ts does not exist.");
      const outside = await tools.call(tool, { roots: ["src", "../x"], ...query });
      assertEquals(outside.text.split("\n")[0], "PATH_OUTSIDE_ROOT: ../x is outside the roots of this server.");
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
