/** Answers without results say why, and the call that they advise finds what they claim. */
import { assert, assertEquals } from "@std/assert";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const TREE = {
  ".gitignore": ".env\nbuild/\n*.log\nnode_modules/\n",
  ".env": "SECRET=1\n",
  "a.log": "logged\n",
  "build/.x/a.ts": "deepgold\n",
  ".store/l.ts": "linked\n",
  "src/a.ts": "gold\n",
  "src/b.tsx": "gold\n",
  "src/expand_glob.ts": "export function expand_glob() {}\n",
  "img1.png": "pixels",
  "img2.png": "pixels",
  "README.md": "hi\n",
  "{{cookie}}/f.py": "foo\n",
  "test_x.py": "t\n",
  "conf.yml": "k: v\n",
};

type Profile = "default" | "microagent" | "fs";
type Case = readonly [tool: string, args: Record<string, unknown>, hint: string];

function planted(): ReturnType<typeof tempTree> {
  const files = tempTree(TREE);
  Deno.symlinkSync("../.store", `${files.path}/src/ln`);
  Deno.symlinkSync("../.store", `${files.path}/src/.hidden_link`);
  return files;
}

/** The call that a hint advises, and the number that the hint claims. */
function advised(hint: string): { tool: string; args: unknown; found: number } | undefined {
  const [, found, tool, json] = /^(?:at least )?(\d+) .*?(\w+) (\{.*\})$/s.exec(hint) ?? [];
  return tool === undefined ? undefined : { tool, args: JSON.parse(json), found: Number(found) };
}

function foundBy({ total, totalMatches, files, entries, hits, directories }: Record<string, unknown>): unknown {
  const list = [files, entries, hits, directories].find(Array.isArray);
  return total ?? totalMatches ?? list?.length;
}

async function follow(tools: OpenTools, hint: string): Promise<void> {
  const call = advised(hint);
  if (call !== undefined) assertEquals([hint, foundBy(await tools.ask(call.tool, call.args))], [hint, call.found]);
}

/** Checks that each case is answered with its hint, and that every hint holds. */
async function explains(profile: Profile, cases: readonly Case[]): Promise<void> {
  using files = planted();
  using tools = await openTools(profile, [files.path]);
  for (const [tool, args, hint] of cases) {
    const { structured, text, found } = await tools.call(tool, args), { hints = [] } = structured;
    assert(Array.isArray(hints) && !found, JSON.stringify([tool, args, structured]));
    assert(hints.includes(hint), JSON.stringify([tool, args, hint, hints], null, 1));
    for (const one of hints) {
      assert(text.includes(one) || text.includes(JSON.stringify(one).slice(1, -1)), `${text}: ${one}`);
      await follow(tools, String(one));
    }
  }
}

Deno.test("a zero result names two switches if neither is enough alone, and links that are not followed", async () => {
  const [search, find] = [{ roots: ["."] }, { roots: ["."], metadata: true }];
  const both = "lies in files both hidden and ignored: hidden=true, no_ignore=true →";
  const links = "lies in a linked file, and links are not followed: follow_symlinks=true →";
  await explains("default", [
    [
      "search_content",
      { ...search, query: "SECRET" },
      `1 match ${both} search_content {"roots": ["."], "query": "SECRET", "hidden": true, "no_ignore": true}`,
    ],
    [
      "search_content",
      { ...search, query: "deepgold" },
      `1 match ${both} search_content {"roots": ["."], "query": "deepgold", "hidden": true, "no_ignore": true}`,
    ],
    [
      "find_and_grep",
      { ...search, query: "SECRET", size: ["-1k"] },
      `1 match ${both} find_and_grep {"roots": ["."], "query": "SECRET", "size": ["-1k"], "hidden": true, "no_ignore": true}`,
    ],
    [
      "list_files",
      { ...find, pattern: "^\\.env$" },
      `1 entry ${both} list_files {"roots": ["."], "metadata": true, "pattern": "^\\\\.env$", "hidden": true, "no_ignore": true}`,
    ],
    [
      "search_content",
      { ...search, query: "linked", include_globs: ["src/**"] },
      `1 match ${links} search_content {"roots": ["."], "query": "linked", "include_globs": ["src/**"], "follow_symlinks": true}`,
    ],
    [
      "find_and_grep",
      { roots: ["src"], query: "linked" },
      `1 match ${links} find_and_grep {"roots": ["src"], "query": "linked", "follow_symlinks": true}`,
    ],
    [
      "list_files",
      { roots: ["src"], pattern: "^l\\.ts$" },
      `1 entry ${links} list_files {"roots": ["src"], "pattern": "^l\\\\.ts$", "follow_symlinks": true}`,
    ],
    [
      "glob_files",
      { pattern: "*/*/l.ts", mode: "files" },
      `1 file lies in a linked file, and links are not followed: glob_files {"pattern": "src/ln/l.ts", "mode": "files"}`,
    ],
  ]);
});

Deno.test("for a link to excluded files the hint names the link, not the globs", async () => {
  using files = planted();
  using tools = await openTools("default", [files.path]);
  const { hints } = await tools.ask("search_content", { roots: ["."], query: "linked", include_globs: ["src/**"] });
  assert(!JSON.stringify(hints).includes("exclude"), JSON.stringify(hints));
});

Deno.test("a zero result names the filter, or the two filters, that excluded everything", async () => {
  const all = { roots: ["."] };
  await explains("default", [
    [
      "list_files",
      { ...all, extensions: ["rs"] },
      '12 entries without extensions: list_files {"roots": ["."]}',
    ],
    [
      "list_files",
      { ...all, depth: 1, extensions: ["tsx"] },
      '1 entry without depth: list_files {"roots": ["."], "extensions": ["tsx"]}',
    ],
    [
      "list_files",
      { ...all, size: ["+10M"], pattern: "a.ts" },
      '1 entry without size: list_files {"roots": ["."], "pattern": "a.ts"}',
    ],
    [
      "list_files",
      { ...all, changed_before: "2001-01-01", pattern: "a.ts" },
      '1 entry without changed_before: list_files {"roots": ["."], "pattern": "a.ts"}',
    ],
    [
      "list_files",
      { ...all, types: ["d"], pattern: "a\\.ts" },
      '1 entry without types: list_files {"roots": ["."], "pattern": "a\\\\.ts"}',
    ],
    [
      "list_files",
      { ...all, exclude: ["src"], pattern: "a\\.ts" },
      '1 entry without exclude: list_files {"roots": ["."], "pattern": "a\\\\.ts"}',
    ],
    [
      "list_files",
      { ...all, extensions: ["tsx"], changed_before: "2001-01-01", size: ["+10M"] },
      '1 entry without changed_before, size: list_files {"roots": ["."], "extensions": ["tsx"]}',
    ],
    ["list_files", { ...all, pattern: "qqqq" }, '12 entries without pattern: list_files {"roots": ["."]}'],
    [
      "find_and_grep",
      { ...all, extensions: ["md"], query: "gold" },
      '2 matches without extensions: find_and_grep {"roots": ["."], "query": "gold"}',
    ],
    [
      "find_and_grep",
      { ...all, depth: 1, query: "gold" },
      '2 matches without depth: find_and_grep {"roots": ["."], "query": "gold"}',
    ],
    [
      "find_and_grep",
      { ...all, depth: 1, size: ["+1M"], query: "gold" },
      '2 matches without size, depth: find_and_grep {"roots": ["."], "query": "gold"}',
    ],
    [
      "find_and_grep",
      { ...all, changed_before: "2001-01-01", query: "gold" },
      '2 matches without changed_before: find_and_grep {"roots": ["."], "query": "gold"}',
    ],
    [
      "find_and_grep",
      { ...all, pattern: "README", query: "gold" },
      '2 matches without pattern: find_and_grep {"roots": ["."], "query": "gold"}',
    ],
    [
      "find_and_grep",
      { ...all, extensions: ["log"], changed_before: "2001-01-01", query: "logged" },
      '1 match: find_and_grep {"roots": ["."], "extensions": ["log"], "query": "logged", "no_ignore": true}',
    ],
  ]);
  await explains("fs", [
    [
      "list_files",
      { include_globs: ["*.tsx"], recursive: false },
      '1 entry without recursive: list_files {"include_globs": ["*.tsx"]}',
    ],
  ]);
});

/** Globs of other dialects, and their equivalents: as the glob of a path, and among the globs of a search. */
const DIALECTS: readonly (readonly [theirs: string, path: string, glob?: string])[] = [
  ["*.ts,*.tsx", "**/{*.ts,*.tsx}", "{*.ts,*.tsx}"],
  ["*.ts;*.tsx", "**/{*.ts,*.tsx}", "{*.ts,*.tsx}"],
  ["{{cookie}}/*.py", "\\{\\{cookie\\}\\}/*.py"],
  ["**/*.@(ts|py)", "**/*.{ts,py}"],
  ["img{1..2}.png", "img{1,2}.png"],
  ["[[:upper:]]*", "[A-Z]*"],
  ["src\\*.ts", "src/*.ts"],
  ["src/.*\\.ts$", "src/*.ts"],
  ["'**/*.py'", "**/*.py"],
  ["**/*.[ts|tsx]", "**/*.{ts,tsx}"],
  ["SRC/*.ts", "[sS][rR][cC]/*.[tT][sS]"],
];

Deno.test("a glob of another dialect is answered with the call that finds its matches", async () => {
  const count = (glob: string) => ({ "**/{*.ts,*.tsx}": 3, "**/*.{ts,py}": 4, "**/*.{ts,tsx}": 3 })[glob];
  using files = planted();
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  using microagent = await openTools("microagent", [files.path]);
  for (const [theirs, path, glob = path] of DIALECTS) {
    const hintOf = async (tools: OpenTools, tool: string, args: Record<string, unknown>) => {
      const { hints } = await tools.ask(tool, args), [hint] = Array.isArray(hints) ? hints.slice(-1) : [];
      await follow(tools, String(hint));
      return advised(String(hint));
    };
    const asked: [tools: OpenTools, tool: string, field: string, args: Record<string, unknown>, meant: unknown][] = [
      [tools, "glob_files", "pattern", { pattern: theirs, mode: "files" }, path],
      [microagent, "glob", "pattern", { pattern: theirs }, path],
      [fs, "list_files", "include_globs", { include_globs: [theirs] }, [glob]],
    ];
    for (const [tools, tool, field, args, meant] of asked) {
      const hint = await hintOf(tools, tool, args);
      assertEquals([tool, theirs, hint && Object(hint.args)[field]], [tool, theirs, meant]);
      if (tool === "glob") assertEquals([theirs, hint?.found], [theirs, count(path) ?? hint?.found]);
    }
  }
});

Deno.test("name patterns may be globs, also of another dialect, or in another spelling", async () => {
  const all = { roots: ["."] };
  await explains("default", [
    [
      "list_files",
      { ...all, pattern: "test_*.py" },
      '1 entry: list_files {"roots": ["."], "pattern": "test_*.py", "glob": true}',
    ],
    [
      "list_files",
      { ...all, pattern: "src/*.tsx" },
      '1 entry: list_files {"roots": ["."], "pattern": "**/src/*.tsx", "glob": true, "full_path_match": true}',
    ],
    [
      "list_files",
      { ...all, pattern: "*.@(py|md)", glob: true },
      '3 entries: list_files {"roots": ["."], "pattern": "*.{py,md}", "glob": true}',
    ],
    ["list_files", { ...all, pattern: "\\\\.tsx$" }, '1 entry: list_files {"roots": ["."], "pattern": "\\\\.tsx$"}'],
    ["list_files", { ...all, pattern: "/\\.tsx$/" }, '1 entry: list_files {"roots": ["."], "pattern": "\\\\.tsx$"}'],
    ["list_files", { ...all, pattern: "expandGlob" }, '1 entry: list_files {"roots": ["."], "pattern": "expand_glob"}'],
    [
      "find_and_grep",
      { ...all, pattern: "expand-glob", query: "export" },
      '1 match: find_and_grep {"roots": ["."], "pattern": "expand_glob", "query": "export"}',
    ],
    [
      "glob_files",
      { pattern: "**/expandglob*", mode: "files" },
      '1 file: glob_files {"pattern": "**/expand_glob*", "mode": "files"}',
    ],
    [
      "glob_files",
      { pattern: "**/expandglob*" },
      '1 directory: glob_files {"pattern": "**/expand_glob*", "mode": "directories"}',
    ],
    [
      "glob_files",
      { pattern: "expandGlob.ts", mode: "files" },
      '1 file: glob_files {"pattern": "**/expand_glob.ts", "mode": "files"}',
    ],
    [
      "glob_files",
      { pattern: "**/*.yaml", mode: "files" },
      '1 file: glob_files {"pattern": "**/*.{yaml,yml}", "mode": "files"}',
    ],
    [
      "search_content",
      { ...all, query: "expandGlob", total_only: true },
      '1 match: search_content {"roots": ["."], "query": "expand_glob", "total_only": true}',
    ],
    [
      "search_content",
      { ...all, query: "gold", include_globs: ["Expand-Glob.ts", "SRC/B.*"] },
      '1 match with other globs: search_content {"roots": ["."], "query": "gold", "include_globs": ["[eE][xX][pP][aA][nN][dD]-[gG][lL][oO][bB].[tT][sS]", "[sS][rR][cC]/[bB].*"]}',
    ],
  ]);
});

Deno.test("microagent and fs: excluded files that no switch includes are named", async () => {
  await explains("fs", [
    [
      "search_text",
      { query: "SECRET" },
      '1 match lies in files both hidden and ignored: search_text {"query": "SECRET", "include_globs": ["/.env"]}',
    ],
    [
      "search_text",
      { query: "logged" },
      '1 match lies in ignored files: search_text {"query": "logged", "include_globs": ["/a.log"]}',
    ],
    [
      "search_text",
      { query: "deepgold" },
      '1 match lies in files both hidden and ignored: search_text {"query": "deepgold", "include_globs": ["{build,build/.x,build/.x/**}"]}',
    ],
    [
      "search_text",
      { query: "linked", root: "src" },
      '1 match lies in a linked file, and links are not followed: search_text {"query": "linked", "root": "src/ln"}',
    ],
  ]);
  await explains("microagent", [
    [
      "grep",
      { pattern: "SECRET" },
      '1 match lies in files both hidden and ignored: grep {"pattern": "SECRET", "filePattern": "/.env"}',
    ],
    [
      "grep",
      { pattern: "linked", filePattern: "src/**" },
      '1 match lies in a linked file, and links are not followed: glob {"pattern": "src/ln/**"}',
    ],
    ["glob", { pattern: "**/.x/*.ts" }, '1 file: glob {"pattern": "build/.x/*.ts"}'],
    ["glob", { pattern: "**/.env" }, '1 file: glob {"pattern": ".env"}'],
    [
      "glob",
      { pattern: "*/*/l.ts" },
      '1 file lies in a linked file, and links are not followed: glob {"pattern": "src/ln/l.ts"}',
    ],
  ]);
});

Deno.test("a kind of file excluded by its encoding or line ends is named, also beside matches in other files", async () => {
  using files = tempTree({ "utf8.txt": "привет\n", "lf.txt": "two\n", "crlf.txt": "two\r\n" });
  // Bytes as iconv writes them.
  Deno.writeFileSync(`${files.path}/cp1251.txt`, Uint8Array.from([0xef, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 10]));
  using tools = await openTools("default", [files.path]);
  using fs = await openTools("fs", [files.path]);
  using microagent = await openTools("microagent", [files.path]);
  const search = { roots: ["."], query: "привет" };
  const asked: [tools: OpenTools, tool: string, args: Record<string, unknown>, hints: string[] | undefined][] = [
    [tools, "search_content", search, [
      '1 match in text that is not UTF-8: search_content {"roots": ["."], "query": "привет", "encoding": "windows-1251"}',
    ]],
    [tools, "search_content", { ...search, encoding: "windows-1251" }, [
      'Without encoding, files are read as UTF-8 unless they have a byte-order mark. 1 match that way: search_content {"roots": ["."], "query": "привет"}',
    ]],
    [tools, "search_content", { ...search, query: "two\\r$" }, [
      '2 matches with line ends of any kind: search_content {"roots": ["."], "query": "two\\\\r?$"}',
    ]],
    [tools, "search_content", { ...search, query: "two\\r\\n", multiline: true }, [
      '2 matches with line ends of any kind: search_content {"roots": ["."], "query": "two\\\\r?\\\\n", "multiline": true}',
    ]],
    [tools, "search_content", { ...search, query: "two" }, undefined],
    [tools, "search_content", { ...search, query: "two\\r?$" }, undefined],
    [fs, "search_text", { query: "привет" }, ["1 match in text that is not UTF-8: windows-1251"]],
    [microagent, "grep", { pattern: "привет" }, ["1 match in text that is not UTF-8: windows-1251"]],
  ];
  for (const [tools, tool, args, hints] of asked) {
    const { structured, found } = await tools.call(tool, args);
    assertEquals([tool, args, found, structured.hints], [tool, args, true, hints]);
  }
});
