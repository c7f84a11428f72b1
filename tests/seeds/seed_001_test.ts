/** Seed 001, "list_files, search_content, find_and_grep": its workflow, its sample dialogue, its refusals. @module */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

/** A project with 47 TODO comments, as in the seed's dialogue. */
function project(): Record<string, string> {
  const todos = (n: number) => Array.from({ length: n }, (_, i) => `// TODO ${i}\nwork(${i});\n`).join("");
  return {
    ".gitignore": "build/\n",
    "src/a.ts": todos(30),
    "src/b.ts": todos(12),
    "lib/c.py": "# TODO: five\n".repeat(5),
    "lib/d.py": "done = True\n",
    "build/out.ts": "// TODO ignored\n",
    ".env.ts": "// TODO hidden\n",
  };
}

Deno.test("seed 001: each step of the workflow (how many TODOs, in which files, samples) costs what the seed says", async () => {
  using files = tempTree(project());
  using tools = await openTools("default", [files.path]);
  const search = (form: string) => tools.call("search_content", { roots: ["."], query: "TODO", [form]: true });
  const total = await search("total_only");
  assertEquals([total.text, total.structured.total], ["47", 47]);
  const counts = await search("count_only_matches");
  assertEquals(counts.structured, {
    total: 47,
    files_matched: 3,
    counts: { "lib/c.py": 5, "src/a.ts": 30, "src/b.ts": 12 },
    truncated: false,
  });
  assertEquals(counts.text, "src/a.ts:30\nsrc/b.ts:12\nlib/c.py:5\n[47 matches in 3 files]");
  const summary = await search("summary_only");
  assertEquals(summary.structured.top_files, [
    { file: "src/a.ts", count: 30, samples: ["1: // TODO 0", "3: // TODO 1", "5: // TODO 2"] },
    { file: "src/b.ts", count: 12, samples: ["1: // TODO 0", "3: // TODO 1", "5: // TODO 2"] },
    { file: "lib/c.py", count: 5, samples: ["1: # TODO: five", "2: # TODO: five", "3: # TODO: five"] },
  ]);
  const grouped = await search("group_by_file");
  assert(total.text.length < counts.text.length && counts.text.length < summary.text.length);
  assert(summary.text.length < grouped.text.length);
});

Deno.test("seed 001: a match has file, line_number, line and submatches, and the absolute path if asked for", async () => {
  using files = tempTree({ "x/deep.txt": "say héllo TODO\n" });
  using tools = await openTools("default", [files.path]);
  const { matches } = await tools.ask("search_content", { roots: ["."], query: "TODO", absolute: true });
  assertEquals(matches, [{
    file: "x/deep.txt",
    abs_path: `${files.path}/x/deep.txt`,
    line_number: 1,
    line: "say héllo TODO",
    submatches: [{ start: 11, end: 15, match: "TODO" }],
  }]);
});

Deno.test("seed 001: list_files lists like fd, without hidden and ignored files unless asked for", async () => {
  using files = tempTree(project());
  using tools = await openTools("default", [files.path]);
  const paths = async (args: object) => {
    const { entries } = await tools.ask("list_files", { roots: ["."], types: ["f"], ...args });
    return Array.isArray(entries) ? entries.map(({ path }) => path) : entries;
  };
  assertEquals(await paths({}), ["lib/c.py", "lib/d.py", "src/a.ts", "src/b.ts"]);
  assertEquals(await paths({ extensions: ["ts"] }), ["src/a.ts", "src/b.ts"]);
  assertEquals(await paths({ pattern: "*.py", glob: true, exclude: ["d.*"] }), ["lib/c.py"]);
  assertEquals(await paths({ extensions: ["ts"], hidden: true, no_ignore: true, depth: 2 }), [
    ".env.ts",
    "build/out.ts",
    "src/a.ts",
    "src/b.ts",
  ]);
  assertEquals(await paths({ limit: 1, absolute: true }), [`${files.path}/lib/c.py`]);
});

Deno.test("seed 001: find_and_grep searches exactly the files found, and its meta says how many", async () => {
  using files = tempTree(project());
  using tools = await openTools("default", [files.path]);
  const { meta, ...rest } = await tools.ask("find_and_grep", {
    roots: ["."],
    extensions: ["ts"],
    query: "TODO",
    file_limit: 1,
    sort: "size",
    count_only_matches: true,
  });
  const { fd_elapsed_ms, rg_elapsed_ms, ...counted } = Object(meta);
  assertEquals(counted, { searched_file_count: 1, truncated: true });
  assertEquals([typeof fd_elapsed_ms, typeof rg_elapsed_ms], ["number", "number"]);
  assertEquals([rest.counts, rest.truncated_by], [{ "src/a.ts": 30 }, "file_limit"]);
});

Deno.test("seed 001: roots outside the project are refused; values above a hard cap are lowered, with a note", async () => {
  using files = tempTree(project());
  using tools = await openTools("default", [files.path]);
  for (const roots of [["/"], [".."], ["src/../../x"], [files.path + "/../y"]]) {
    for (const tool of ["list_files", "search_content", "find_and_grep"]) {
      const { error } = await tools.ask(tool, { roots, ...(tool === "list_files" ? {} : { query: "x" }) });
      assertEquals([tool, roots, Object(error).code], [tool, roots, "PATH_OUTSIDE_ROOT"]);
    }
  }
  const { notes } = await tools.ask("search_content", {
    roots: ["."],
    query: "TODO",
    max_filesize: "500M",
    timeout_ms: 60_000,
    total_only: true,
  });
  assertEquals(notes, [
    "max_filesize lowered from 500M to its cap 200M.",
    "timeout_ms lowered from 60000 to its cap 30000.",
  ]);
});

Deno.test("seed 001: two forms together are refused in both languages, with the cost of each and advice", async () => {
  using files = tempTree(project());
  for (const lang of ["en", "ja"] as const) {
    using tools = await openTools("default", [files.path], { lang });
    const { text, structured, isError } = await tools.call("search_content", {
      roots: ["."],
      query: "TODO",
      total_only: true,
      summary_only: true,
    });
    const { code, message, hint } = Object(structured.error);
    assertEquals([isError, code, text], [true, "CONFLICTING_FORMATS", `${code}: ${message}\n${hint}`]);
    assertMatch(message, /summary_only, total_only/);
    assertMatch(hint, /~10.*50-200.*500-2000.*2000-10000.*2000-50000/);
  }
});
