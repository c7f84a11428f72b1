/**
 * Calls every tool over stdio, with the default flags: in main.ts, whose engine runs on the main
 * thread, and in the bundle, whose engine has threads. On Windows the root is a Windows path.
 * @module
 */
import { assertEquals } from "@std/assert";
import { resolve } from "@std/path";
import { bundle } from "../../../packaging/bundle.ts";
import { StdioHost } from "../../stdio_host.ts";
import { type CommandLine, MAIN, tempTree } from "../../program.ts";

const BUNDLE = resolve(Deno.env.get("FOSSICK_BUNDLE") ?? await bundle());
const CODE = "export class A {\n  run() {}\n}\n";
const FILES = { "src/a.ts": "one\nTODO two\n", "src/b.md": "TODO\n", "c d.txt": "three\n", "code/c.ts": CODE };

/** Each tool, its arguments, and the expected fields of its answer. */
const QUESTIONS = [
  ["glob_files", { pattern: "src/*.ts", mode: "files" }, { files: ["src/a.ts"], total: 1 }],
  ["list_files", { roots: ["."], types: ["f"], extensions: ["md"] }, {
    entries: [{ path: "src/b.md", is_dir: false }],
    total: 1,
  }],
  ["search_content", { roots: ["."], query: "TODO", count_only_matches: true }, {
    total: 2,
    counts: { "src/a.ts": 1, "src/b.md": 1 },
  }],
  ["find_and_grep", { roots: ["."], query: "TODO", extensions: ["ts"], total_only: true }, { total: 1 }],
  ["read_file", { path: "src/a.ts", start_line: 2, max_lines: 1, line_numbers: false }, { path: "src/a.ts" }],
  ["read_file", { path: "code/c.ts", outline: true }, {
    language: "typescript",
    definitions: [
      { name: "A", kind: "class", start_line: 1, end_line: 3, depth: 0 },
      { name: "run", kind: "method", start_line: 2, end_line: 2, depth: 1 },
    ],
  }],
  ["consult_files", { files: ["src/*.ts"], query: "What is it?", dry_run: true }, { dry_run: true, total_files: 1 }],
] as const;

/** The README's command line for `script`, with the root in this system's syntax. */
function started(script: string, root: string, ...args: string[]): CommandLine {
  const own = resolve(root);
  return [Deno.execPath(), "run", "--no-prompt", `--allow-read=${own}`, script, "--root", own, ...args];
}

/** The expected fields of an answer. */
function part(answer: Readonly<Record<string, unknown>>, expected: object): unknown {
  return Object.fromEntries(Object.keys(expected).map((key) => [key, answer[key]]));
}

for (const script of [MAIN, BUNDLE]) {
  const form = script === MAIN ? "main.ts" : "the bundle";

  Deno.test(`every tool of ${form} answers over stdio with the default flags`, async () => {
    using files = tempTree(FILES);
    await using host = await StdioHost.start(started(script, files.path));
    for (const [tool, args, expected] of QUESTIONS) {
      assertEquals([tool, part(await host.call(tool, args), expected)], [tool, expected]);
    }
  });
}

Deno.test("on Windows a path is accepted in every usual syntax", { ignore: Deno.build.os !== "windows" }, async () => {
  using files = tempTree(FILES);
  const root = resolve(files.path), drive = root[0].toLowerCase() + root.slice(1);
  await using host = await StdioHost.start(started(BUNDLE, drive));
  const content = async (path: string) => (await host.call("read_file", { path, offset_bytes: 0 })).content;
  const spellings = [
    "src/a.ts",
    "src\\a.ts",
    ".\\src\\..\\src\\a.ts",
    `${root}\\src\\a.ts`,
    `${drive}\\src/a.ts`,
    `${root.toUpperCase()}\\SRC\\A.TS`,
    `\\\\?\\${root}\\src\\a.ts`,
    `file:///${files.path}/src/a.ts`,
  ];
  for (const path of spellings) assertEquals([path, await content(path)], [path, FILES["src/a.ts"]]);
});

Deno.test(
  "on Windows a path that names no file of the root is refused",
  { ignore: Deno.build.os !== "windows" },
  async () => {
    using files = tempTree(FILES);
    await using host = await StdioHost.start(started(BUNDLE, files.path));
    const codeOf = async (path: string) => Object((await host.call("read_file", { path })).error).code;
    const refused = {
      "..\\x": "PATH_OUTSIDE_ROOT",
      "nope\\..\\..\\x": "PATH_OUTSIDE_ROOT",
      "C:\\Windows\\win.ini": "PATH_OUTSIDE_ROOT",
      "D:\\x": "PATH_OUTSIDE_ROOT",
      "\\\\server\\share\\x": "PATH_OUTSIDE_ROOT",
      "\\\\.\\PhysicalDrive0": "PATH_OUTSIDE_ROOT",
      "\\\\?\\GLOBALROOT\\x": "PATH_OUTSIDE_ROOT",
      "file:///C:/Windows/win.ini": "PATH_OUTSIDE_ROOT",
      "file:///C:/x%5c..%5cy": "INVALID_ARGUMENT",
      "C:src\\a.ts": "NOT_FOUND",
      "src\\a.ts:secret": "NOT_FOUND",
      "src\\a.ts::$DATA": "NOT_FOUND",
      "src\\a.ts.": "NOT_FOUND",
      "src\\a.ts ": "NOT_FOUND",
      "src \\a.ts": "NOT_FOUND",
      "NUL": "NOT_FOUND",
      "src\\con.txt": "NOT_FOUND",
      "COM1": "NOT_FOUND",
      "src\\a*": "NOT_FOUND",
    };
    for (const [path, code] of Object.entries(refused)) assertEquals([path, await codeOf(path)], [path, code]);
  },
);
