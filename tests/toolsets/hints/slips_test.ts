/** Slips that models make: they are understood, or answered with the call that was meant. */
import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { mendedCall, turnedCall } from "../mended_call.ts";

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

Deno.test("globs with commas between them exclude nothing, and the answer shows how to write them", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  const words = "A comma in a glob is part of the name. To exclude several: ";
  const asked: [exclude: string | string[], meant?: string][] = [
    [["*.ts, *.md"], '["*.ts","*.md"]'],
    [["src,lib"], '["src","lib"]'],
    ["*.ts, *.md"],
    [["*.md", "src/**,lib/"], '["*.md","src/**","lib/"]'],
    ["*.{ts,md}"],
    ["*,v"],
    ["[aa,bb].ts"],
    [["*.ts", "*.md"]],
  ];
  for (const [exclude, meant] of asked) {
    const notes = (tool: string, args: Record<string, unknown>, field: string) =>
      meant && [words + mendedCall(tool, args, { [field]: JSON.parse(meant) })];
    const list = { roots: ["."], exclude }, listed = await tools.ask("list_files", list);
    assertEquals([exclude, listed.notes], [exclude, notes("list_files", list, "exclude")]);
    const args = { roots: ["."], query: "gold", exclude_globs: exclude };
    for (const tool of ["search_content", "find_and_grep"]) {
      assertEquals([exclude, (await tools.ask(tool, args)).notes], [exclude, notes(tool, args, "exclude_globs")]);
    }
    const { notes: noted } = await fs.ask("list_files", { exclude_globs: exclude });
    assertEquals([exclude, noted], [exclude, notes("list_files", { exclude_globs: exclude }, "exclude_globs")]);
  }
});

Deno.test("an exclude glob with a leading ! excludes nothing, and the answer shows how to write it", async () => {
  using files = tempTree({ ...TREE, "!odd.ts": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const words = "A ! at the start of an exclude glob is part of the name. Without it: ";
  const asked: [exclude: string[], total: number, meant?: string][] = [
    [["!src/**", "c.md"], 3, '["src/**","c.md"]'],
    [["src/**", "c.md"], 1],
    [["!odd.ts"], 3, '["odd.ts"]'],
    [["\\!odd.ts"], 3],
  ];
  for (const [exclude, total, meant] of asked) {
    for (const field of ["exclude", "exclude_globs"]) {
      const given = { roots: ["."], [field]: exclude, query: "gold", total_only: true };
      const { notes, ...answer } = await tools.ask("find_and_grep", given);
      const call = meant && mendedCall("find_and_grep", given, { [field]: JSON.parse(meant) });
      assertEquals([exclude, answer.total, notes], [exclude, total, call && [words + call]]);
    }
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

Deno.test("a zero result is explained by the likely meaning of globs, names and backslashes", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const search = { roots: ["."], query: "gold", total_only: true };
  const asked: [tool: string, args: Record<string, unknown>, hint: string][] = [
    [
      "search_content",
      { ...search, include_globs: ["src"] },
      '2 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["src/**"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["src/"] },
      '2 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["src/**"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: [".md"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["*.md"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["src\\*.ts"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["src/*.ts"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["src\\b.ts"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["src/b.ts"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["src"], exclude_globs: ["b.ts"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["src/**"], "exclude_globs": ["b.ts"]}',
    ],
    [
      "search_content",
      { ...search, query: "bar", exclude_globs: ["b.ts"] },
      '1 match lies in files that the globs exclude: search_content {"roots": ["."], "query": "bar", "total_only": true}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["*.rs"] },
      '3 matches lie in files that the globs exclude: search_content {"roots": ["."], "query": "gold", "total_only": true}',
    ],
    [
      "search_content",
      { ...search, query: "\\\\bgold\\\\b" },
      '3 matches with each \\\\ read as \\: search_content {"roots": ["."], "query": "\\\\bgold\\\\b", "total_only": true}',
    ],
    [
      "search_content",
      { ...search, query: "/GOLD/gi" },
      '3 matches without the slashes around the expression: search_content {"roots": ["."], "query": "(?i)GOLD", "total_only": true}',
    ],
    [
      "search_content",
      { ...search, query: "/^go\\w+$/" },
      '1 match without the slashes around the expression: search_content {"roots": ["."], "query": "^go\\\\w+$", "total_only": true}',
    ],
    [
      "find_and_grep",
      { ...search, pattern: "src/**/*.ts", glob: true },
      '2 matches if the pattern is matched against the whole path: full_path_match=true → find_and_grep {"roots": ["."], "query": "gold", "total_only": true, "pattern": "src/**/*.ts", "glob": true, "full_path_match": true}',
    ],
    [
      "find_and_grep",
      { ...search, pattern: "B\\.TS" },
      '1 match in other letter case: find_and_grep {"roots": ["."], "query": "gold", "total_only": true, "pattern": "b\\\\.ts"}',
    ],
    [
      "list_files",
      { roots: ["."], pattern: "src/b" },
      '1 entry if the pattern is matched against the whole path: full_path_match=true → list_files {"roots": ["."], "pattern": "src/b", "full_path_match": true}',
    ],
    [
      "list_files",
      { roots: ["."], pattern: "Lib" },
      '1 entry in other letter case: list_files {"roots": ["."], "pattern": "lib"}',
    ],
  ];
  const regex = ["alph", "^alpha\\.ts$"].map((pattern) => ({ roots: ["."], pattern, glob: true }));
  for (const args of regex) {
    const call = turnedCall("list_files", args, { glob: false });
    asked.push(["list_files", args, `1 entry if the pattern is a regular expression: ${call}`]);
  }
  const small = {
    "^\\S+\\.MD$": "^\\S+\\.md$",
    "^(?P<N>\\p{L})\\.MD": "^(?P<n>\\p{L})\\.md",
    "^C\\Q.\\Emd": "^c\\Q.\\Emd",
  };
  for (const [capital, pattern] of Object.entries(small)) {
    const args = { roots: ["."], pattern: capital }, call = mendedCall("list_files", args, { pattern });
    asked.push(["list_files", args, `1 entry in other letter case: ${call}`]);
  }
  for (const [tool, args, hint] of asked) {
    const { hints } = await tools.ask(tool, args);
    assertEquals([args, Array.isArray(hints) && hints[0]], [args, hint]);
  }
});

Deno.test("an expression that looks like code and finds something else is reported as read as an expression", async () => {
  using files = tempTree({ "a.py": "lists = username\nx: list[str] = a0\ngrey\n" });
  using tools = await openTools("default", [files.path]);
  const hint = "Read as an expression: [ab] is one character, a or b, and ? an option. As plain text: ";
  const plain = (query: string) =>
    hint + turnedCall("search_content", { roots: ["."], total_only: true, query }, { fixed_strings: true });
  const hinted = async (args: Record<string, unknown>) => {
    const { total, hints } = await tools.ask("search_content", { roots: ["."], total_only: true, ...args });
    return [args.query, total, hints];
  };
  for (const query of ["list[str]", "list[str, Any]", "a[0]", "user?.name"]) {
    assertEquals(await hinted({ query }), [query, 1, [plain(query)]]);
  }
  for (const query of ["gr[ae]y", "list[stuv]?", "x[y-z]|grey", "\\b[glx]", "[xyz]: list", "users?.|grey"]) {
    assertEquals([query, (await hinted({ query }))[2]], [query, undefined]);
  }
  assertEquals(await hinted({ query: "list[str]", fixed_strings: true }), ["list[str]", 1, undefined]);
});

Deno.test("a size with a unit but without a sign is exact, and the answer shows how to make it a bound", async () => {
  using files = tempTree({ "small.ts": "a\n", "thousand.ts": "a".repeat(1000) });
  using tools = await openTools("default", [files.path]);
  const note = "1k is exactly that size; at least: +1k, at most: -1k.";
  const asked: [size: string, paths: string[], notes: string[] | undefined][] = [
    ["1k", ["thousand.ts"], [note]],
    ["1000", ["thousand.ts"], undefined],
    ["-1k", ["small.ts", "thousand.ts"], undefined],
  ];
  for (const [size, paths, notes] of asked) {
    const { entries, notes: given } = await tools.ask("list_files", { roots: ["."], size: [size] });
    assertEquals([size, Object(entries).map(Object).map(({ path }: { path: string }) => path), given], [
      size,
      paths,
      notes,
    ]);
  }
});

Deno.test("a zero result shows how to write several globs in one, and what a word may mean", async () => {
  using files = tempTree({
    ...TREE,
    "packages/core/alpha_test.ts": "gold\n",
    "packages/core/d.ts": "gold\n",
    "packages/app/sub/e.txt": "gold\n",
  });
  const search = { roots: ["."], query: "gold", total_only: true };
  const asked: [tool: string, args: Record<string, unknown>, hint: string][] = [
    [
      "search_content",
      { ...search, include_globs: ["*.ts,*.rs"] },
      '4 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["{*.ts,*.rs}"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["src/**/*.{js,ts}, *.md", "*.rs"] },
      '3 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["{src/**/*.{js,ts},**/*.md}", "*.rs"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["lib,src"] },
      '3 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["{lib/**,src/**}"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["core"] },
      '2 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["**/core/**"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["core/*_test.ts"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["**/core/*_test.ts"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["app/sub"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["**/app/sub/**"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["md"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["*.md"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["alpha"] },
      '2 matches with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["*alpha*"]}',
    ],
    [
      "glob_files",
      { pattern: "src/*.ts, lib/*.md", mode: "files" },
      '2 files: glob_files {"pattern": "{src/*.ts,lib/*.md}", "mode": "files"}',
    ],
    [
      "glob_files",
      { pattern: "core", mode: "files" },
      '2 files: glob_files {"pattern": "**/core/**", "mode": "files"}',
    ],
    ["glob_files", { pattern: "core" }, '1 directory: glob_files {"pattern": "**/core/", "mode": "directories"}'],
    [
      "glob_files",
      { pattern: "alpha", mode: "files" },
      '2 files: glob_files {"pattern": "**/*alpha*", "mode": "files"}',
    ],
  ];
  using tools = await openTools("default", [files.path]);
  for (const [tool, args, hint] of asked) assertEquals([args, (await tools.ask(tool, args)).hints], [args, [hint]]);
  for (const pattern of ["{src/*.ts,lib/*.md}", "**/core/**", "**/*alpha*"]) {
    assertEquals((await tools.ask("glob_files", { pattern, mode: "files" })).total, 2);
  }
});

Deno.test("a zero result shows how to escape the brackets of a name", async () => {
  using files = tempTree({ "app/[id]/page.tsx": "gold\n", "app/[...all].ts": "gold\n" });
  const search = { roots: ["."], query: "gold", total_only: true };
  const asked: [tool: string, args: Record<string, unknown>, hint: string][] = [
    [
      "search_content",
      { ...search, include_globs: ["app/[id]/*"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["app/\\\\[id\\\\]/*"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["app/[id]"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["app/\\\\[id\\\\]/**"]}',
    ],
    [
      "search_content",
      { ...search, include_globs: ["app/[...all].ts"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "total_only": true, "include_globs": ["app/\\\\[...all\\\\].ts"]}',
    ],
    [
      "glob_files",
      { pattern: "app/[id]" },
      '1 directory: glob_files {"pattern": "app/\\\\[id\\\\]/", "mode": "directories"}',
    ],
    [
      "glob_files",
      { pattern: "app/[id]/*", mode: "files" },
      '1 file: glob_files {"pattern": "app/\\\\[id\\\\]/*", "mode": "files"}',
    ],
    [
      "list_files",
      { roots: ["app"], pattern: "[...all].ts", glob: true },
      '1 entry with [ and ] as characters of the name: list_files {"roots": ["app"], "pattern": "\\\\[...all\\\\].ts", "glob": true}',
    ],
  ];
  using tools = await openTools("default", [files.path]);
  for (const [tool, args, hint] of asked) {
    assertEquals([args, (await tools.ask(tool, args)).hints], [args, [hint]]);
  }
  assertEquals((await tools.ask("glob_files", { pattern: "app/\\[id\\]/*", mode: "files" })).total, 1);
  assertEquals((await tools.ask("list_files", { roots: ["app"], pattern: "\\[...all\\].ts", glob: true })).total, 1);
});

Deno.test("a zero result shows the matches across lines of an expression that allows line breaks", async () => {
  using files = tempTree({ "a.ts": "run(\n  one,\n  two.three,\n);\nimport {\n  a,\n} from 'b';\nend\n" });
  using tools = await openTools("default", [files.path]);
  const asked: [query: string, turn: { query?: string } | undefined][] = [
    ["run\\([^)]*two", {}],
    ["run\\([\\s\\S]*?two", {}],
    ["run\\(\\s+one", {}],
    ["(?s)run.*two", {}],
    ["import \\{[^}]*\\} from .*;", { query: "(?-s)import \\{[^}]*\\} from .*;" }],
    ["run\\s+.*end", undefined],
    ["run.*end", undefined],
  ];
  for (const [query, turn] of asked) {
    const args = { roots: ["."], query, total_only: true }, change = { ...turn, multiline: true };
    const { hints } = await tools.ask("search_content", args);
    const hint = `1 match across lines: ${turnedCall("search_content", args, change)}`;
    assertEquals([query, hints], [query, turn && [hint]]);
    if (turn === undefined) continue;
    const mended = await tools.ask("search_content", { ...args, ...change });
    assertEquals([query, mended.total], [query, 1]);
  }
});

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

Deno.test("a zero result of a query that is not ASCII names the encoding in which files match", async () => {
  using files = tempTree({ "utf8.txt": "grün\n", "ascii.txt": "text\n" });
  // Bytes as iconv writes them.
  const bytes = {
    "a.txt": [0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 10],
    "b/c.txt": [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 10],
    "d.txt": [0x47, 0x72, 0xf6, 0xdf, 0x65, 10, 0x47, 0x72, 0xf6, 0xdf, 0x65, 10],
    "e.bin": [0, 0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 10],
  };
  Deno.mkdirSync(`${files.path}/b`);
  for (const [name, text] of Object.entries(bytes)) Deno.writeFileSync(`${files.path}/${name}`, Uint8Array.from(text));
  const asked: [args: Record<string, unknown>, hint: string | undefined][] = [
    [
      { query: "привет" },
      '1 match in text that is not UTF-8: search_content {"roots": ["."], "query": "привет", "encoding": "windows-1251"}',
    ],
    [
      { query: "日本語" },
      '1 match in text that is not UTF-8: search_content {"roots": ["."], "query": "日本語", "encoding": "shift_jis"}',
    ],
    [
      { query: "^größe$", case: "insensitive" },
      "2 matches in text that is not UTF-8: " +
      'search_content {"roots": ["."], "query": "^größe$", "case": "insensitive", "encoding": "windows-1252"}',
    ],
    [{ query: "größe", encoding: "koi8-r" }, undefined],
    [{ query: "größer" }, undefined],
    [{ query: "nowhere" }, undefined],
  ];
  for (const thread of [false, true]) {
    using tools = await openTools("default", [files.path], { thread });
    for (const [args, hint] of asked) {
      const { total, hints } = await tools.ask("search_content", { roots: ["."], ...args });
      assertEquals([thread, args, total, hints], [thread, args, 0, hint && [hint]]);
    }
    assertEquals((await tools.ask("search_content", { roots: ["."], query: "grün" })).total, 1);
  }
  using own = await openTools("default", [files.path]);
  const forced = { roots: ["."], query: "grün", encoding: "utf-16le" };
  assertEquals((await own.ask("search_content", forced)).hints, [
    "Without encoding, files are read as UTF-8 unless they have a byte-order mark. 1 match that way: " +
    'search_content {"roots": ["."], "query": "grün"}',
  ]);
  using tools = await openTools("fs", [files.path]);
  const { text } = await tools.call("search_text", { query: "привет" });
  assertEquals(
    text,
    "[0 matches; searched 5 files; skipped: binary 1]\n[1 match in text that is not UTF-8: windows-1251]",
  );
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

Deno.test("globs and queries too long for guessing are answered as given", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const ends = { many: "a/".repeat(49_000) + "b", commas: "a,".repeat(49_000), one: "a".repeat(99_000) + "/b" };
  const slashes = "a" + "/".repeat(99_000) + "b";
  assertEquals((await tools.ask("glob_files", { pattern: slashes })).total, 0);
  for (const [name, end] of Object.entries(ends)) {
    const search = await tools.ask("search_content", { roots: ["."], query: "gold", include_globs: ["src", end] });
    assertEquals([name, search.hints], [name, [
      '3 matches lie in files that the globs exclude: search_content {"roots": ["."], "query": "gold"}',
    ]]);
    const { total, hints } = await tools.ask("glob_files", { pattern: end, mode: "files" });
    assertEquals([name, total, hints], [name, 0, undefined]);
  }
  for (const odd of [":1".repeat(49_000), " ".repeat(99_000), "%".repeat(99_000)]) {
    const { error } = await tools.ask("read_file", { path: "a" + odd + "b" });
    assertEquals(Object(error).code, "NOT_FOUND");
  }
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
