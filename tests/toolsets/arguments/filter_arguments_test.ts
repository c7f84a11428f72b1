/** Globs, extensions and sizes as models write them. */
import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const TREE = { "src/Deep/alpha.ts": "gold\n", "src/b.ts": "gold\\bar\n", "lib/c.md": "gold gold\n" };

Deno.test("globs may begin with the project root, and extensions may be written as globs or lists", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const total = async (args: Record<string, unknown>) =>
    (await tools.ask("search_content", { roots: ["."], query: "gold", total_only: true, ...args })).total;
  assertEquals(await total({ include_globs: ["./src/**"] }), 2);
  assertEquals(await total({ include_globs: [`${files.path}/src/**`] }), 2);
  assertEquals(await total({ include_globs: ["./*.ts"] }), 0);
  assertEquals(await total({ include_globs: [`${files.path}/*/*.ts`] }), 1);
  assertEquals(await total({ exclude_globs: ["./src/**"] }), 1);
  for (const glob of ["!./src/**", `!${files.path}/src/**`]) assertEquals(await total({ include_globs: [glob] }), 1);
  const listed = async (exclude: string) =>
    (await tools.ask("list_files", { roots: ["."], types: ["f"], exclude })).total;
  for (const exclude of ["./src", `${files.path}/src/`]) assertEquals(await listed(exclude), 1);
  for (const extensions of [["ts", "md"], ["*.ts", ".md"], ["ts, md"], ["TS,*.md"], ["*.{ts,md}"]]) {
    assertEquals((await tools.ask("list_files", { roots: ["."], extensions })).total, 3, `${extensions}`);
  }
});

Deno.test("globs and patterns that begin with a root's path or with ./ mean that root in every argument", async () => {
  using files = tempTree({ "src/a.ts": "gold\n", "src/b.ts": "gold\n", "a.ts": "gold\n" });
  using further = tempTree({ "src/a.ts": "gold\n", "tmp/a.ts": "gold\n" });
  using tools = await openTools("default", [files.path, further.path]);
  const roots = [".", further.path], ours = ["a.ts", "src/a.ts", "src/b.ts"];
  const theirs = ["src/a.ts", "tmp/a.ts"].map((path) => `${further.path}/${path}`);
  const cases: [glob: string, found: string[]][] = [
    [`${files.path}/src/a.ts`, ["src/a.ts"]],
    [`${further.path}/src/a.ts`, [theirs[0]]],
    [`${further.path}/**`, theirs],
    ["./src/a.ts", ["src/a.ts", theirs[0]]],
    ["/src/a.ts", ["src/a.ts", theirs[0]]],
  ];
  for (const [glob, found] of cases) {
    const rest = [...theirs, ...ours].filter((path) => !found.includes(path));
    const list = { roots, types: ["f"] }, find = { roots, query: "gold", count_only_matches: true };
    const counted = async (tool: string, args: Record<string, unknown>) =>
      new Set(Object.keys((await tools.ask(tool, { ...find, ...args })).counts ?? {}));
    const listed = async (args: Record<string, unknown>) =>
      new Set(
        (await tools.call("list_files", { ...list, ...args })).text.split("\n").filter((line) => /\.ts$/.test(line)),
      );
    assertEquals(await counted("search_content", { include_globs: [glob] }), new Set(found), glob);
    assertEquals(await counted("search_content", { exclude_globs: [glob] }), new Set(rest), glob);
    assertEquals(await counted("find_and_grep", { exclude: [glob] }), new Set(rest), glob);
    assertEquals(await listed({ exclude: [glob] }), new Set(rest), glob);
    assertEquals(await listed({ pattern: glob, glob: true, full_path_match: true }), new Set(found), glob);
  }
});

Deno.test("globs match the displayed path of a root that is named through a link", async () => {
  using files = tempTree({ "real/deep/a.ts": "gold\n", "real/b.ts": "gold\n" });
  using further = tempTree({ "c/d.ts": "gold\n" });
  Deno.symlinkSync(`${files.path}/real`, `${files.path}/link`);
  Deno.symlinkSync(`${further.path}/c`, `${files.path}/out`);
  using tools = await openTools("default", [files.path, further.path]);
  const counts = async (root: string, glob: string) =>
    Object.keys(
      Object(
        (await tools.ask("search_content", {
          roots: [root],
          query: "gold",
          include_globs: [glob],
          count_only_matches: true,
        })).counts,
      ),
    );
  for (const glob of ["link/*", "/link/*.ts", `${files.path}/link/*`, "real/*", `${files.path}/real/*`]) {
    assertEquals([glob, await counts("link", glob)], [glob, ["link/b.ts"]]);
  }
  for (const glob of ["out/*", `${files.path}/out/*`, `${further.path}/c/*`, "*.ts"]) {
    assertEquals([glob, await counts("out", glob)], [glob, ["out/d.ts"]]);
  }
});

Deno.test("an expression for whole paths that begins with ^/ matches absolute paths", async () => {
  using files = tempTree({ "src/a.ts": "gold\n", "lib/a.ts": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const listed = async (pattern: string) =>
    (await tools.ask("list_files", { roots: ["."], types: ["f"], pattern, full_path_match: true })).total;
  assertEquals(await listed(`^${files.path}/src/`), 1);
  assertEquals(await listed("^src/"), 1);
  assertEquals(await listed("^/src/"), 0);
});

Deno.test("an empty glob or extension is dropped, alone or beside others", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  const search = { roots: ["."], query: "gold", total_only: true };
  const asked: [tool: string, args: Record<string, unknown>, total: number][] = [
    ["search_content", { ...search, include_globs: "", exclude_globs: "" }, 3],
    ["search_content", { ...search, include_globs: ["", "*.ts"], exclude_globs: ["", "b.ts"] }, 1],
    ["find_and_grep", { ...search, pattern: "", exclude: "", extensions: "" }, 3],
    ["list_files", { roots: ["."], types: ["f"], extensions: [""], exclude: [""] }, 3],
    ["list_files", { roots: ["."], extensions: ["ts,", ""], exclude: ["", "b.*"] }, 1],
  ];
  for (const [tool, args, total] of asked) assertEquals([args, (await tools.ask(tool, args)).total], [args, total]);
  const { entries } = await fs.ask("list_files", { include_globs: "", exclude_globs: ["", "*.md"] });
  assertEquals(Array.isArray(entries) && entries.length, 2);
});

Deno.test("empty strings in place of absent arguments change no answer", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const find = {
    pattern: "",
    types: "",
    size: "",
    extensions: "",
    exclude: "",
    depth: "",
    changed_within: "",
    changed_before: "",
  };
  const search = { case: "", include_globs: "", exclude_globs: "", max_filesize: "", encoding: "", token_budget: "" };
  const asked: [tool: string, args: Record<string, unknown>, empty: Record<string, unknown>][] = [
    ["list_files", { roots: ["."] }, find],
    ["search_content", { roots: ["src"], query: "gold" }, { ...search, files: "" }],
    ["find_and_grep", { roots: ["."], query: "gold", total_only: true }, { ...find, ...search, sort: "" }],
    ["read_file", { path: "src/b.ts" }, { range_type: "", start_line: "", encoding: "" }],
    ["glob_files", { pattern: "**/*.ts" }, { mode: "", root: "" }],
  ];
  for (const [tool, args, empty] of asked) {
    const { meta: _, ...answer } = await tools.ask(tool, { ...args, ...empty });
    const { meta: __, ...plain } = await tools.ask(tool, args);
    assertEquals([tool, answer], [tool, plain]);
  }
});

Deno.test("an empty string among the files to search is dropped, not taken for the root", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const search = { query: "gold", total_only: true };
  for (const none of ["", [""], []]) {
    assertEquals((await tools.ask("search_content", { ...search, roots: ["lib"], files: none })).total, 1);
  }
  assertEquals((await tools.ask("search_content", { ...search, files: ["", "src/b.ts"] })).total, 1);
});
