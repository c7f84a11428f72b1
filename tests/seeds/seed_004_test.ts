/** Seed 004, "FS MCP Server Tools Guide": every JSON example word for word, in profile fs. @module */
import { assert, assertEquals } from "@std/assert";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";

const BACKEND = [
  ...Array.from({ length: 36 }, (_, i) => `// ${i + 1}`),
  "        if !root.is_dir() {",
  "            return Err(anyhow!(",
  '                "root directory is not a directory: {}",',
  "                root.display()",
  "            ));",
  "        }",
  "const DEFAULT_MAX_RESULTS: usize = 500;",
  "const DEFAULT_MAX_BYTES: u64 = 65536;",
  ...Array.from({ length: 46 }, (_, i) => `// ${i + 45}`),
].join("\n") + "\n";

/** Three-byte characters, so that offset 65536 lies inside one. */
const LOG = "漢".repeat(50_000) + "\n";

const SDK = Object.fromEntries(
  Array.from({ length: 7 }, (_, i) => [`rmcp-sdk/src/s${i}.rs`, `use x;\nasync fn Serve_Server() {}\n// end\n`]),
);

const PROJECT = {
  ".gitignore": "target/\n",
  "Cargo.toml": '[package]\nname = "fs"\n',
  "README.md": "# fs\n",
  "logs/app.log": LOG,
  "src/main.rs": "fn main() {}\n",
  "src/backend.rs": BACKEND,
  "src/notes.txt": "const DEFAULT_MAX_X: y = 1\n",
  "target/debug/out.rs": "serve_server\n",
  ...SDK,
};

/** Opens the tools of fs on the project; `example` is JSON of the guide. */
async function fsTools() {
  const files = tempTree(PROJECT);
  const tools = await openTools("fs", [files.path]);
  return {
    root: files.path,
    example: (tool: string, json: string) => tools.ask(tool, JSON.parse(json)),
    call: tools.call,
    [Symbol.dispose]() {
      tools[Symbol.dispose]();
      files[Symbol.dispose]();
    },
  };
}

function listed(...paths: string[]) {
  return paths.map((path) => ({ path, is_dir: false }));
}

Deno.test("seed 004, list_files: the project root, not recursive", async () => {
  using fs = await fsTools();
  const json = String.raw`{
  "root": ".",
  "recursive": false,
  "max_results": 100
}`;
  assertEquals(await fs.example("list_files", json), { entries: listed("Cargo.toml", "README.md"), has_more: false });
});

Deno.test("seed 004, list_files: all Rust files under src/", async () => {
  using fs = await fsTools();
  const json = String.raw`{
  "root": "src",
  "recursive": true,
  "include_globs": ["**/*.rs"]
}`;
  assertEquals(await fs.example("list_files", json), {
    entries: listed("src/backend.rs", "src/main.rs"),
    has_more: false,
  });
});

Deno.test("seed 004, list_files: pages of 50 with metadata, by the caller's own skip", async () => {
  using files = tempTree(
    Object.fromEntries(Array.from({ length: 73 }, (_, i) => [`f${String(i).padStart(2, "0")}`, "abc"])),
  );
  using tools = await openTools("fs", [files.path]);
  const page1 = String.raw`{
  "root": ".",
  "recursive": true,
  "include_metadata": true,
  "max_results": 50,
  "skip": 0
}`;
  const page2 = String.raw`{
  "root": ".",
  "recursive": true,
  "include_metadata": true,
  "max_results": 50,
  "skip": 50
}`;
  const entry = (i: number) => {
    const path = `f${String(i).padStart(2, "0")}`;
    const modified = Math.floor((Deno.statSync(`${files.path}/${path}`).mtime?.getTime() ?? 0) / 1000);
    return { path, is_dir: false, size: 3, modified };
  };
  const all = Array.from({ length: 73 }, (_, i) => entry(i));
  assertEquals(await tools.ask("list_files", JSON.parse(page1)), { entries: all.slice(0, 50), has_more: true });
  assertEquals(await tools.ask("list_files", JSON.parse(page2)), { entries: all.slice(50), has_more: false });
});

Deno.test("seed 004, list_files: defaults are recursive, files only, no metadata; include_dirs adds directories", async () => {
  using fs = await fsTools();
  const all = [
    "Cargo.toml",
    "README.md",
    "logs/app.log",
    ...Object.keys(SDK),
    "src/backend.rs",
    "src/main.rs",
    "src/notes.txt",
  ];
  assertEquals(await fs.example("list_files", "{}"), { entries: listed(...all), has_more: false });
  const dirs = await fs.example("list_files", '{"recursive": false, "include_dirs": true}');
  const dir = (path: string) => ({ path, is_dir: true });
  assertEquals(dirs, {
    entries: [...listed("Cargo.toml", "README.md"), dir("logs"), dir("rmcp-sdk"), dir("src")],
    has_more: false,
  });
  const matching = await fs.example("list_files", '{"include_dirs": true, "include_globs": ["rmcp-sdk/**"]}');
  assertEquals(matching, { entries: [dir("rmcp-sdk/src"), ...listed(...Object.keys(SDK))], has_more: false });
  const excluded = await fs.example("list_files", '{"root": "src", "exclude_globs": ["*.rs"]}');
  assertEquals(excluded, { entries: listed("src/notes.txt"), has_more: false });
});

Deno.test("seed 004, read_file: a config file in one shot", async () => {
  using fs = await fsTools();
  const json = String.raw`{
  "path": "Cargo.toml",
  "range_type": "bytes",
  "offset_bytes": 0,
  "max_bytes": 4096
}`;
  assertEquals(await fs.example("read_file", json), {
    path: "Cargo.toml",
    content: PROJECT["Cargo.toml"],
    is_truncated: false,
    range: { range_type: "bytes", offset_bytes: 0, max_bytes: 4096, start_line: null, max_lines: null },
  });
});

Deno.test("seed 004, read_file: pages of bytes lose nothing at 65536, inside a character", async () => {
  using fs = await fsTools();
  const page1 = String.raw`{
  "path": "logs/app.log",
  "range_type": "bytes",
  "offset_bytes": 0,
  "max_bytes": 65536
}`;
  const page2 = String.raw`{
  "path": "logs/app.log",
  "range_type": "bytes",
  "offset_bytes": 65536,
  "max_bytes": 65536
}`;
  const first = await fs.example("read_file", page1), second = await fs.example("read_file", page2);
  const third = await fs.example("read_file", '{"path": "logs/app.log", "offset_bytes": 131072}');
  assertEquals(String(first.content) + second.content + third.content, LOG);
  assertEquals([first.is_truncated, second.is_truncated, third.is_truncated], [true, true, false]);
  assertEquals(first.range, {
    range_type: "bytes",
    offset_bytes: 0,
    max_bytes: 65536,
    start_line: null,
    max_lines: null,
  });
  assertEquals(Object.keys(first), ["path", "content", "is_truncated", "range"]);
  assertEquals(await fs.example("read_file", '{"path": "logs/app.log"}'), first);
});

Deno.test("seed 004, read_file: the first 40 lines, implicitly by lines, and the next 40", async () => {
  using fs = await fsTools();
  const first = String.raw`{
  "path": "src/backend.rs",
  "start_line": 1,
  "max_lines": 40
}`;
  const next = String.raw`{
  "path": "src/backend.rs",
  "range_type": "lines",
  "start_line": 41,
  "max_lines": 40
}`;
  const lines = BACKEND.split("\n");
  const range = { range_type: "lines", offset_bytes: null, max_bytes: null, max_lines: 40 };
  assertEquals(await fs.example("read_file", first), {
    path: "src/backend.rs",
    content: lines.slice(0, 40).join("\n"),
    is_truncated: true,
    range: { ...range, start_line: 1 },
  });
  assertEquals(await fs.example("read_file", next), {
    path: "src/backend.rs",
    content: lines.slice(40, 80).join("\n"),
    is_truncated: true,
    range: { ...range, start_line: 41 },
  });
});

Deno.test("seed 004, read_file: byte fields and line fields exclude each other", async () => {
  using fs = await fsTools();
  const wrong = [
    '{"path": "Cargo.toml", "offset_bytes": 5, "start_line": 2}',
    '{"path": "Cargo.toml", "range_type": "lines", "max_bytes": 10}',
    '{"path": "Cargo.toml", "range_type": "bytes", "max_lines": 10}',
    '{"path": "Cargo.toml", "max_lines": 0}',
    '{"path": "Cargo.toml", "offset_bytes": -1}',
  ];
  for (const json of wrong) {
    const { error } = await fs.example("read_file", json);
    assertEquals([json, Object(error).code], [json, "INVALID_ARGUMENT"]);
  }
});

/** A hit of the query in file `i` of the SDK. */
function sdkHit(i: number, context: number) {
  return {
    path: `rmcp-sdk/src/s${i}.rs`,
    line: 2,
    column: 10,
    line_text: "async fn Serve_Server() {}",
    context_before: ["use x;"].slice(0, context),
    context_after: ["// end"].slice(0, context),
  };
}

Deno.test("seed 004, search_text: a simple literal search in Rust files", async () => {
  using fs = await fsTools();
  const json = String.raw`{
  "query": "serve_server",
  "mode": "literal",
  "case_sensitive": false,
  "root": "rmcp-sdk",
  "include_globs": ["**/*.rs"],
  "max_results": 10,
  "context_lines": 1
}`;
  assertEquals(await fs.example("search_text", json), {
    hits: [0, 1, 2, 3, 4, 5, 6].map((i) => sdkHit(i, 1)),
    has_more: false,
  });
});

Deno.test("seed 004, search_text: the regex with doubled backslashes finds the constants that its author meant", async () => {
  using fs = await fsTools();
  const json = String.raw`{
  "query": "const DEFAULT_MAX_[A-Z_]+: \\\\w+ = \\\\d+",
  "mode": "regex",
  "case_sensitive": false,
  "root": "src",
  "include_globs": ["**/*.rs"],
  "max_results": 10,
  "context_lines": 0
}`;
  const hit = (line: number, line_text: string) => {
    return { path: "src/backend.rs", line, column: 1, line_text, context_before: [], context_after: [] };
  };
  const hits = [hit(43, "const DEFAULT_MAX_RESULTS: usize = 500;"), hit(44, "const DEFAULT_MAX_BYTES: u64 = 65536;")];
  const note = String.raw`const DEFAULT_MAX_[A-Z_]+: \\w+ = \\d+ matches nothing as given, ` +
    String.raw`so every \\ was read as \: const DEFAULT_MAX_[A-Z_]+: \w+ = \d+`;
  assertEquals(await fs.example("search_text", json), { hits, has_more: false, hints: [note] });
  const single = json.replaceAll("\\\\\\\\", "\\\\");
  assert(single.includes(String.raw`: \\w+ = \\d+"`));
  assertEquals(await fs.example("search_text", single), { hits, has_more: false });
});

Deno.test("seed 004, search_text: pages by skip hold each hit once", async () => {
  using fs = await fsTools();
  const page1 = String.raw`{
  "query": "serve_server",
  "mode": "literal",
  "root": "rmcp-sdk",
  "include_globs": ["**/*.rs"],
  "max_results": 5,
  "skip": 0
}`;
  const page2 = String.raw`{
  "query": "serve_server",
  "mode": "literal",
  "root": "rmcp-sdk",
  "include_globs": ["**/*.rs"],
  "max_results": 5,
  "skip": 5
}`;
  assertEquals(await fs.example("search_text", page1), {
    hits: [0, 1, 2, 3, 4].map((i) => sdkHit(i, 1)),
    has_more: true,
  });
  assertEquals(await fs.example("search_text", page2), { hits: [5, 6].map((i) => sdkHit(i, 1)), has_more: false });
});

Deno.test("seed 004, search_text: the result example's hit, with its column and its context", async () => {
  using fs = await fsTools();
  const query = '{"query": "\\"root directory is not", "context_lines": 1}';
  assertEquals(await fs.example("search_text", query), {
    hits: [{
      "path": "src/backend.rs",
      "line": 39,
      "column": 17,
      "line_text": '                "root directory is not a directory: {}",',
      "context_before": ["            return Err(anyhow!("],
      "context_after": ["                root.display()"],
    }],
    has_more: false,
  });
});

Deno.test("seed 004, search_text: defaults are literal, without case, two lines of context, ignored files left out", async () => {
  using fs = await fsTools();
  const { hits, has_more } = await fs.example("search_text", '{"query": "USIZE = 5"}');
  assertEquals({ hits, has_more }, {
    hits: [{
      path: "src/backend.rs",
      line: 43,
      column: 28,
      line_text: "const DEFAULT_MAX_RESULTS: usize = 500;",
      context_before: ["            ));", "        }"],
      context_after: ["const DEFAULT_MAX_BYTES: u64 = 65536;", "// 45"],
    }],
    has_more: false,
  });
  assertEquals(await fs.example("search_text", '{"query": "USIZE", "case_sensitive": true}'), {
    hits: [],
    has_more: false,
    hints: [
      "searched 13 files; skipped: ignored 1, hidden 1",
      "1 match in other letter case: case_sensitive=false",
    ],
  });
  assertEquals(await fs.example("search_text", '{"query": "\\\\w+"}'), {
    hits: [],
    has_more: false,
    hints: [
      "searched 13 files; skipped: ignored 1, hidden 1",
      "115 matches of the query as a regular expression: mode=regex",
    ],
  });
});
