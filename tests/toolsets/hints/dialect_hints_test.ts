/** Globs and name patterns of other dialects are answered with the call that finds their matches. */
import { assertEquals } from "@std/assert";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { advised, explains, follow, planted } from "./followed_hints.ts";

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
