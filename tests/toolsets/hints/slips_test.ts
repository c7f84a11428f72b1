/** Slips that models make: they are understood, or answered with the call that was meant. */
import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { mendedCall, turnedCall } from "../mended_call.ts";
import { TREE } from "../slips_tree.ts";

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
  const hint =
    "Read as a regular expression: [ab] is one character, a or b, and ? makes what precedes it optional. As plain text: ";
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
    ["import \\{[^}]*\\} from .*;", {}],
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

Deno.test("a zero result of a multiline search shows the matches of its dots across lines", async () => {
  using files = tempTree({ "a.ts": "run(\n  one,\n  two.three,\n);\n", "crlf.ts": "go(\r\n  end\r\n" });
  using tools = await openTools("default", [files.path]);
  const asked: [query: string, turn: { query: string } | undefined][] = [
    ["run.*end", undefined],
    ["run.*two", { query: "(?s)run.*two" }],
    ["go.*end", { query: "(?s)go.*end" }],
    ["(?i)RUN.*?TWO", { query: "(?s)(?i)RUN.*?TWO" }],
    ["/run.*two/s", { query: "(?s)run.*two" }],
  ];
  for (const [query, turn] of asked) {
    const args = { roots: ["."], query, multiline: true, total_only: true };
    const { hints } = await tools.ask("search_content", args), change = { ...turn };
    const across = query.startsWith("/") ? "1 match without the slashes around the expression" : "1 match across lines";
    const hint = `${across}: ${turnedCall("search_content", args, change)}`;
    assertEquals([query, hints], [query, turn && [hint]]);
    if (turn !== undefined) assertEquals((await tools.ask("search_content", { ...args, ...turn })).total, 1);
  }
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
