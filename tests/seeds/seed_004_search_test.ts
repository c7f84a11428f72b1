/** Seed 004, "FS MCP Server Tools Guide": search_text's examples word for word, in profile fs. @module */
import { assert, assertEquals } from "@std/assert";
import { fsTools } from "./seed_004.ts";

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
