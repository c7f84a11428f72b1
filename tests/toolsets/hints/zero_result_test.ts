/** Answers without results say why, and the call that they advise finds what they claim. */
import { assert, assertEquals } from "@std/assert";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { explains, planted } from "./followed_hints.ts";

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
