/** Paths that are not taken as they stand: names that look alike, and those of several that are not there. */
import { assert, assertEquals } from "@std/assert";
import type { Profile } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tree } from "../program.ts";

const SHOT = "Shot 9.41\u202fAM.txt", DIR = "cafe\u0301";

const TREE = { [SHOT]: "gold\n", [`${DIR}/it\u2019s.txt`]: "gold\n", "plain.txt": "gold\n" };

const PLAIN = "Shot 9.41 AM.txt", COMPOSED = "caf\u00e9/it's.txt";

/** Calls that name something by what it looks like. */
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

Deno.test("what looks like the path is taken for it, and the answer says so", async () => {
  using files = tree(TREE);
  for (const [profile, tool, args, given] of CALLS) {
    using tools = await openTools(profile, [files.path]);
    const { text, isError } = await tools.call(tool, args);
    const label = `${tool} ${JSON.stringify(args)}: ${text}`;
    assertEquals([label, isError], [label, false]);
    assert(text.includes(`${given} is not there; `), label);
    assert(text.includes('" looks like it, and was taken for it.'), label);
  }
  using japanese = await openTools("default", [files.path], { lang: "ja" });
  const { notes } = await japanese.ask("read_file", { path: PLAIN });
  assertEquals(notes, [`${PLAIN} は存在しないため、見た目の同じ "Shot 9.41\\u202fAM.txt" とみなしました。`]);
});

Deno.test("names that look like others are shown so that they can be told from them, and taken back so", async () => {
  using files = tree(TREE);
  using tools = await openTools("default", [files.path]);
  const shown = ['"Shot 9.41\\u202fAM.txt"', '"cafe\\u0301/it\u2019s.txt"', "plain.txt"];
  const listed = (await tools.call("list_files", { types: ["f"] })).text.split("\n").slice(0, 3);
  assertEquals(listed, shown);
  const counted = (await tools.call("search_content", { query: "gold", count_only_matches: true })).text.split("\n");
  assertEquals(counted.slice(0, 3), shown.map((path) => `${path}:1`));
  for (const path of listed) {
    const { content, notes } = await tools.ask("read_file", { path });
    assertEquals([path, content, notes], [path, "gold\n", undefined]);
  }
});

Deno.test("of several paths those that are not there are named, with the nearest, and the others answered", async () => {
  using files = tree({ "src/alpha.ts": "gold\n", "src/beta.ts": "gold\n", "lib/gamma.ts": "gold\n" });
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
