import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { searchText } from "../../src/toolsets/fs/search_text.ts";
import type { Profile } from "../../src/toolsets/profiles.ts";
import type { Answer } from "../../src/toolsets/tool.ts";
import { type OpenTools, openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { nothing, scripted } from "./scripted_context.ts";
import { mendedCall } from "./mended_call.ts";
import { type Random, seeded } from "../seed.ts";

/** The tokens that a host pays for the dearer of text and structured content. */
function cost({ text, structured }: Answer): number {
  return Math.max(countTokens(text), countTokens(JSON.stringify(structured)));
}

const WORDS = ["gold", "const", "value", "return", "ｶﾅ", "漢字", "naïve", "0x1f", "()", "=>", "\t", "🦀"];

function randomText(random: Random, lines: number, words: number): string {
  const line = () => Array.from({ length: random.int(words) }, () => random.pick(WORDS)).join(" ");
  return Array.from({ length: lines }, line).join("\n") + (random.chance(0.8) ? "\n" : "");
}

function randomTree(random: Random, files: number): Record<string, string> {
  const names = Array.from({ length: files }, (_, i) => `${random.pick(["src", "lib/deep", "docs"])}/f${i}.ts`);
  return Object.fromEntries(names.map((name) => [name, randomText(random, 1 + random.int(60), 12)]));
}

Deno.test("microagent and fs: every answer stays within its budget; a cut one says so and how to continue", async () => {
  const random = seeded("exact budget");
  using files = tempTree(randomTree(random, 120));
  const calls: [profile: Profile, tool: string, args: Record<string, unknown>, own: string[]][] = [
    ["microagent", "glob", { pattern: "**/*" }, ["files"]],
    ["microagent", "grep", { pattern: "gold", maxResults: 5000 }, ["matches", "totalMatches", "truncated"]],
    ["microagent", "grep", { pattern: "gold", filesOnly: true, maxResults: 5000 }, ["files", "totalFiles"]],
    ["fs", "list_files", { include_metadata: true }, ["entries", "has_more"]],
    ["fs", "search_text", { query: "gold", max_results: 5000 }, ["hits", "has_more"]],
  ];
  for (const [profile, tool, args, own] of calls) {
    for (const tokenBudget of [250, 400 + random.int(3000), 0]) {
      using tools = await openTools(profile, [files.path], { tokenBudget });
      const answer = await tools.call(tool, args);
      const where = `${tool} ${JSON.stringify(args)} with ${tokenBudget}`;
      const extra = Object.keys(answer.structured).filter((field) => !own.includes(field));
      if (tokenBudget === 0) assertEquals([where, extra], [where, []]);
      else assert(cost(answer) <= tokenBudget * 1.05, `${where}: ${cost(answer)} tokens`);
      if (extra.length === 0) continue;
      const { truncated_by, hints, truncated = true, has_more = true } = answer.structured;
      assertEquals([truncated_by, truncated, has_more], ["token_budget", true, true]);
      for (const hint of Array.isArray(hints) ? hints : []) assert(answer.text.includes(hint), `${where}: ${hint}`);
    }
  }
});

/** Pages through a listing or a search of fs, by the answers' cursors or by the caller's count. */
async function pages(
  ask: (args: Record<string, unknown>) => Promise<Record<string, unknown>>,
  field: string,
  size: number,
): Promise<unknown[]> {
  const records: unknown[] = [];
  for (let skip = 0, more = true; more;) {
    const page = await ask({ skip, max_results: size });
    const here = page[field];
    assert(Array.isArray(here));
    records.push(...here);
    more = page.has_more === true;
    skip = typeof page.next_skip === "number" ? page.next_skip : skip + size;
  }
  return records;
}

Deno.test("fs: pages hold each record once and in order, whether the budget cuts them or not", async () => {
  const random = seeded("fs paging");
  using files = tempTree(randomTree(random, 60));
  using whole = await openTools("fs", [files.path], { tokenBudget: 0 });
  for (const tokenBudget of [0, 600, 8000]) {
    using tools = await openTools("fs", [files.path], { tokenBudget });
    for (const size of [1 + random.int(20), 50 + random.int(100)]) {
      const list = { include_metadata: true, include_dirs: true };
      const { entries } = await whole.ask("list_files", { ...list, max_results: 10_000 });
      assertEquals(await pages((page) => tools.ask("list_files", { ...list, ...page }), "entries", size), entries);
      const search = { query: "gold" };
      const { hits } = await whole.ask("search_text", { ...search, max_results: 10_000 });
      assertEquals(await pages((page) => tools.ask("search_text", { ...search, ...page }), "hits", size), hits);
    }
  }
});

Deno.test("fs: a page longer than the cap says where the next one begins", async () => {
  using files = tempTree({
    "a.txt": "gold, and so on: 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123\n".repeat(12_100),
  });
  using tools = await openTools("fs", [files.path], { tokenBudget: 0 });
  const args = { query: "gold", context_lines: 0, max_results: 12_000 };
  const { has_more, next_skip, hints } = await tools.ask("search_text", args);
  assertEquals([has_more, next_skip], [true, 10_000]);
  assertEquals(hints, [
    '10000 of 12100 matches shown (limit); for the rest: search_text {"query": "gold", "context_lines": 0, "max_results": 12000, "skip": 10000}',
  ]);
  const { hits, ...rest } = await tools.ask("search_text", { ...args, skip: 10_000 });
  assertEquals([Object(hits).length, rest.has_more, rest.next_skip], [2100, false, undefined]);
  const lines = await tools.ask("read_file", { path: "a.txt", start_line: 1, max_lines: 9000 });
  assertEquals(lines.next, { path: "a.txt", start_line: 5001, max_lines: 5000 });
  const bytes = await tools.ask("read_file", { path: "a.txt", max_bytes: 2 ** 21 });
  assertEquals(bytes.next, { path: "a.txt", offset_bytes: 2 ** 20, max_bytes: 2 ** 20 });
});

Deno.test("fs: pages of bytes, joined at the caller's own offsets, are the text of the file", async () => {
  const random = seeded("fs bytes");
  const text = randomText(random, 400, 20);
  using files = tempTree({ "utf8.txt": text });
  const units = Uint8Array.from([...text].flatMap((char) => [...char].flatMap(() => utf16(char))));
  Deno.writeFileSync(`${files.path}/utf16.txt`, new Uint8Array([0xff, 0xfe, ...units]));
  using tools = await openTools("fs", [files.path], { tokenBudget: 100 });
  for (const [path, whole] of [["utf8.txt", text], ["utf16.txt", text]]) {
    const joined = async (max_bytes: number, end: number) => {
      let content = "";
      for (let offset_bytes = 0; offset_bytes < end; offset_bytes += max_bytes) {
        content += (await tools.ask("read_file", { path, offset_bytes, max_bytes })).content;
      }
      return content;
    };
    for (const size of [7 + random.int(100), 1000, 65536]) assertEquals(await joined(size, 100_000), whole);
    for (const size of [1, 2, 3]) {
      const beginning = await joined(size, 300);
      assert(beginning !== "" && whole.startsWith(beginning), `pages of ${size} bytes`);
    }
  }
});

function utf16(char: string): number[] {
  return Array.from({ length: char.length }, (_, i) => char.charCodeAt(i)).flatMap((unit) => [unit & 255, unit >> 8]);
}

Deno.test("fs: a page of lines over the budget ends early and names the next", async () => {
  const line = "const value = callSomething(with, several, arguments);";
  using files = tempTree({ "a.ts": (line + "\n").repeat(300), "long.ts": "x".repeat(20_000) + "\nend\n" });
  using tools = await openTools("fs", [files.path], { tokenBudget: 500 });
  const lines: string[] = [];
  for (let args: Record<string, unknown> | undefined = { path: "a.ts", start_line: 1, max_lines: 300 }; args;) {
    const answer: Answer = await tools.call("read_file", args);
    assert(cost(answer) <= 525, `${cost(answer)} tokens`);
    const { content, next, truncated_by, is_truncated } = answer.structured;
    lines.push(...String(content).split("\n"));
    assertEquals([truncated_by, is_truncated], next === undefined ? [undefined, false] : ["token_budget", true]);
    args = typeof next === "object" && next !== null ? { ...next } : undefined;
  }
  assertEquals(lines, Array.from({ length: 300 }, () => line));
  const long = await tools.ask("read_file", { path: "long.ts", start_line: 1 });
  assertEquals(long.hints, [
    'Line 1 is too long and was cut: next continues it. The line after it: read_file {"path": "long.ts", "start_line": 2}',
  ]);
  assertEquals((await tools.ask("read_file", { path: "long.ts", start_line: 2 })).content, "end");
  assertEquals(Object(long.next).offset_bytes, String(long.content).length);
});

Deno.test("fs: for a range beyond the end the text says how long the file is; for a page inside a character it does not", async () => {
  using files = tempTree({ "a.txt": "漢字\n", "b.txt": "漢字", "empty.txt": "" });
  using tools = await openTools("fs", [files.path]);
  const text = async (args: Record<string, unknown>) => (await tools.call("read_file", args)).text;
  assertEquals(await text({ path: "a.txt", start_line: 9 }), "[Nothing here: the file has 7 bytes, 1 line.]");
  assertEquals(await text({ path: "a.txt", offset_bytes: 7 }), "[Nothing here: the file has 7 bytes.]");
  assertEquals(
    await text({ path: "a.txt", offset_bytes: 4, max_bytes: 1 }),
    [
      '[bytes 6-6 of 7; next: read_file {"path": "a.txt", "offset_bytes": 5, "max_bytes": 1}]',
    ].join("\n"),
  );
  assertEquals(await text({ path: "b.txt", offset_bytes: 4 }), "[There is no visible text here.]");
  assertEquals(await text({ path: "empty.txt", start_line: 9 }), "[Nothing here: the file has 0 bytes, 0 lines.]");
});

Deno.test("microagent: lines over the budget end early, and the hint names the next line", async () => {
  using files = tempTree({ "a.ts": Array.from({ length: 300 }, (_, i) => `const value${i} = call(${i});`).join("\n") });
  using tools = await openTools("microagent", [files.path], { tokenBudget: 500 });
  const answer = await tools.call("read_file_lines", { filePath: "a.ts", startLine: 10, endLine: 200 });
  assert(cost(answer) <= 525, `${cost(answer)} tokens`);
  const { content, endLine, ...rest } = answer.structured;
  const last = Number(endLine);
  assert(last > 10 && last < 200);
  assertEquals(String(content).split("\n").length, last - 9);
  const call = mendedCall("read_file_lines", { filePath: "a.ts", startLine: last + 1, endLine: 200 });
  const hint = `Cut after line ${last} (token_budget); for the rest: ${call}`;
  assertEquals(rest, { startLine: 10, totalLines: 300, truncated_by: "token_budget", hints: [hint] });
  assert(answer.text.endsWith(`[lines 10-${last} of 300]\n[${hint}]`));
});

Deno.test("microagent: without a budget lines end early at the cap of a read, and the hint mentions no budget", async () => {
  using files = tempTree({ "a.txt": "0123456789abcde\n".repeat(2 ** 16 + 9) });
  using tools = await openTools("microagent", [files.path], { tokenBudget: 0 });
  const { truncated_by, hints } = await tools.ask("read_file_lines", { filePath: "a.txt", startLine: 1 });
  assertEquals([truncated_by, hints], [
    "limit",
    ['Cut after line 65536 (limit); for the rest: read_file_lines {"filePath": "a.txt", "startLine": 65537}'],
  ]);
});

Deno.test("fs and microagent: if the budget is too small for anything, the hint says what would help", async () => {
  using files = tempTree({ "a.ts": "gold\n" });
  const hint = "Not even one record fits into 10 tokens: start the server with a higher --token-budget.";
  const calls: [Profile, string, Record<string, unknown>][] = [
    ["microagent", "grep", { pattern: "gold", filesOnly: true }],
    ["fs", "list_files", {}],
    ["fs", "search_text", { query: "gold" }],
  ];
  for (const [profile, tool, args] of calls) {
    using tools = await openTools(profile, [files.path], { tokenBudget: 10 });
    assertEquals([tool, (await tools.ask(tool, args)).hints], [tool, [hint]]);
  }
});

Deno.test("microagent: lines of a very large file are counted too, and a line beyond the last is the last", async () => {
  using files = tempTree({ "big.txt": "0123456789abcde\n".repeat(2 ** 20 + 5), "empty.txt": "" });
  using tools = await openTools("microagent", [files.path], { timeoutMs: 30_000 });
  const totalLines = 2 ** 20 + 5;
  assertEquals(await tools.ask("read_file_lines", { filePath: "big.txt", startLine: 7, endLine: 7 }), {
    content: "7. 0123456789abcde",
    startLine: 7,
    endLine: 7,
    totalLines,
  });
  assertEquals(await tools.ask("read_file_lines", { filePath: "big.txt", startLine: totalLines + 9 }), {
    content: `${totalLines}. 0123456789abcde`,
    startLine: totalLines,
    endLine: totalLines,
    totalLines,
  });
  const empty = { content: "", startLine: 1, endLine: 0, totalLines: 0 };
  assertEquals(await tools.ask("read_file_lines", { filePath: "empty.txt", startLine: 3 }), empty);
});

Deno.test("fs and microagent: text has each path once, and lacks nothing that structured content has except omitted parts", async () => {
  using files = tempTree({ "a.ts": "x\ngold\ny\nz\nw\ngold gold\n", "b/c.ts": "\tgold\n", "d.bin": "\0" });
  using fs = await openTools("fs", [files.path]);
  const search = await fs.call("search_text", { query: "gold", context_lines: 1 });
  assertEquals(
    search.text,
    "a.ts\n1-x\n2:1:gold\n3-y\n--\n5-w\n6:1:gold gold\n\nb/c.ts\n1:2:\tgold\n[skipped: binary 1]",
  );
  const paged = await fs.call("search_text", { query: "gold", context_lines: 0, max_results: 1, skip: 1 });
  assertEquals(
    paged.text,
    'a.ts\n6:1:gold gold\n[skipped: binary 1]\n[1 of 3 matches shown (limit); for the rest: search_text {"query": "gold", "context_lines": 0, "max_results": 1, "skip": 2}]',
  );
  const none = await fs.call("search_text", { query: "silver" });
  assertEquals([none.text, none.found], ["[0 matches; searched 2 files; skipped: binary 1]", false]);
  const list = await fs.call("list_files", { include_dirs: true, max_results: 2 });
  assertEquals(
    list.text,
    'a.ts\nb/\n[2 of 4 entries shown (limit); for the rest: list_files {"include_dirs": true, "max_results": 2, "skip": 2}]',
  );
  using micro = await openTools("microagent", [files.path]);
  const grep = await micro.call("grep", { pattern: "gold", maxResults: 1 });
  assertEquals(grep.text, "a.ts\n2:gold\n[3 matches in 2 files; 1 shown; skipped: binary 1]");
  assertEquals((await micro.call("glob", { pattern: "*.py" })).text, "[0 files; searched 3 entries]");
});

/** Blocks of text: a path and its lines, without the bracketed remarks at the end. */
function blocks(text: string): [path: string, lines: string[]][] {
  return text.split("\n\n").map((block) => {
    const [path, ...lines] = block.split("\n").filter((line) => !/^\[.*\]$/.test(line));
    return [path, lines];
  });
}

Deno.test("text has the paths, lines and columns of structured content", async () => {
  const random = seeded("exact text");
  using files = tempTree(randomTree(random, 30));
  using fs = await openTools("fs", [files.path]);
  using micro = await openTools("microagent", [files.path]);
  for (let round = 0; round < 10; round++) {
    const context_lines = random.int(3);
    const args = { query: "gold", context_lines, max_results: 1 + random.int(60), skip: random.int(20) };
    const { text, structured } = await fs.call("search_text", args);
    const shown = blocks(text).flatMap(([path, lines]) =>
      lines.flatMap((line) => {
        const [, number, column, rest] = /^(\d+):(\d+):(.*)$/.exec(line) ?? [];
        return number === undefined ? [] : [[path, Number(number), Number(column), rest]];
      })
    );
    assert(Array.isArray(structured.hits));
    assertEquals(shown, structured.hits.map((hit) => [hit.path, hit.line, hit.column, hit.line_text]));
    const grep = await micro.call("grep", { pattern: "gold", maxResults: args.max_results });
    const found = blocks(grep.text).flatMap(([path, lines]) =>
      lines.map((line) => [path, Number(line.split(":", 1)[0]), line.slice(line.indexOf(":") + 1)])
    );
    assert(Array.isArray(grep.structured.matches));
    assertEquals(found, grep.structured.matches.map((match) => [match.file, match.line, match.content]));
  }
});

Deno.test("fs: an expression with doubled backslashes that matches is unchanged", async () => {
  using files = tempTree({ "a.txt": "C:\\www and word\n", "b.txt": "foo(bar)\n" });
  using tools = await openTools("fs", [files.path]);
  const lines = async (query: string) => {
    const { text, structured } = await tools.call("search_text", { query, mode: "regex", context_lines: 0 });
    return [Array.isArray(structured.hits) ? structured.hits.map(({ column }) => column) : structured, text];
  };
  assertEquals(await lines(String.raw`\\w+`), [[3], "a.txt\n1:3:C:\\www and word"]);
  const remark = String
    .raw`[foo\\(bar matches nothing as given, so every \\ was read as \: foo\(bar]`;
  assertEquals(await lines(String.raw`foo\\(bar`), [[1], `b.txt\n1:1:foo(bar)\n${remark}`]);
  const { error } = await tools.ask("search_text", { query: String.raw`zzz\\(`, mode: "regex" });
  assertEquals(Object(error).code, "INVALID_REGEX");
});

Deno.test("fs: an expression with doubled backslashes without matches is searched once as given and once with single ones", async () => {
  const { context, requests } = scripted(nothing);
  await searchText.call({ query: String.raw`\\bgold\\b`, mode: "regex" }, context);
  const explained = requests.flatMap((one) => one.op === "explain_zero" ? one.stages.flat() : []);
  const all = [...requests, ...explained.map(({ request }) => request)];
  const expressions = all.flatMap((one) => one.op === "search" && !one.query.fixed && !one.excludedBy ? one.query : []);
  assertEquals(expressions.map(({ pattern }) => pattern), [String.raw`\\bgold\\b`, String.raw`\bgold\b`]);
});

Deno.test("every error of a profile names only calls that the profile has, and they work", async () => {
  using files = tempTree({ "src/a.ts": "gold\n", "b.bin": "\0" });
  const wrong: [profile: Profile, tool: string, args: Record<string, unknown>][] = [
    ["microagent", "read_file_lines", { filePath: "nope.ts", startLine: 1 }],
    ["microagent", "read_file_lines", { filePath: "src", startLine: 1 }],
    ["microagent", "read_file_lines", { filePath: "b.bin", startLine: 1 }],
    ["microagent", "read_file_lines", { filePath: "src/a.ts" }],
    ["microagent", "grep", { pattern: "(" }],
    ["microagent", "grep", { pattern: "a\nb" }],
    ["microagent", "grep", { pattern: "x", fuzzy: 1 }],
    ["microagent", "glob", { pattern: "[" }],
    ["fs", "read_file", { path: "nope.ts" }],
    ["fs", "read_file", { path: "src" }],
    ["fs", "read_file", { path: "b.bin" }],
    ["fs", "read_file", { path: "src/a.ts", max_bytes: 1, max_lines: 1 }],
    ["fs", "search_text", { query: "(", mode: "regex" }],
    ["fs", "search_text", { query: "a\nb" }],
    ["fs", "search_text", { query: "x", fuzzy: 1 }],
    ["fs", "list_files", { root: "nope" }],
  ];
  for (const [profile, tool, args] of wrong) {
    using tools = await openTools(profile, [files.path]);
    const names = tools.service.tools.map(({ name }) => name);
    const { text, isError } = await tools.call(tool, args);
    assert(isError, `${tool} ${JSON.stringify(args)}`);
    for (const foreign of ["glob_files", "search_content", "find_and_grep", "fixed_strings", "multiline", "encoding"]) {
      assert(!text.includes(foreign), text);
    }
    for (const [, named, json] of text.matchAll(/(\w+) (\{"[^…]*?\})(?=[.\s]|$)/g)) {
      if (!names.includes(named)) continue;
      const retry = await tools.call(named, JSON.parse(json));
      assert(retry.found || !retry.isError || retry.text.startsWith("NOT_FOUND"), `${named} ${json}: ${retry.text}`);
    }
  }
});

Deno.test("microagent and fs: a zero result says what was searched and what would find more, in text and in fields of its own", async () => {
  using files = tempTree({
    ".gitignore": "*.log\n",
    "a.ts": "Needle (here)\n",
    "b.log": "logged\n",
    ".env": "dotted\n",
  });
  const calls: [profile: "microagent" | "fs", tool: string, args: Record<string, unknown>, hints: string[]][] = [
    ["microagent", "grep", { pattern: "needle" }, [
      '1 match in other letter case: ignoreCase=true → grep {"pattern": "needle", "ignoreCase": true}',
    ]],
    ["microagent", "grep", { pattern: "e (here)" }, [
      '1 match of the query as plain text: grep {"pattern": "e \\\\(here\\\\)"}',
    ]],
    ["microagent", "grep", { pattern: "zz\\|here" }, [
      '1 match with \\| read as alternation: grep {"pattern": "zz|here"}',
    ]],
    ["microagent", "grep", { pattern: "logged" }, [
      '1 match lies in ignored files: grep {"pattern": "logged", "filePattern": "/b.log"}',
    ]],
    ["microagent", "grep", { pattern: "dotted", filesOnly: true }, [
      '1 match lies in hidden files: grep {"pattern": "dotted", "filesOnly": true, "filePattern": "/.env"}',
    ]],
    ["fs", "search_text", { query: "needle", case_sensitive: true }, [
      '1 match in other letter case: search_text {"query": "needle"}',
    ]],
    ["fs", "search_text", { query: "ne.dle" }, [
      '1 match of the query as a regular expression: search_text {"query": "ne.dle", "mode": "regex"}',
    ]],
    ["fs", "search_text", { query: "(here)$", mode: "regex" }, []],
    ["fs", "search_text", { query: "e (here)", mode: "regex" }, [
      '1 match of the query as plain text: search_text {"query": "e (here)"}',
    ]],
    ["fs", "search_text", { query: "logged" }, [
      '1 match lies in ignored files: search_text {"query": "logged", "include_globs": ["/b.log"]}',
    ]],
  ];
  for (const [profile, tool, args, hints] of calls) {
    using tools = await openTools(profile, [files.path]);
    const { text, structured } = await tools.call(tool, args), where = JSON.stringify([tool, args]);
    const own = ["matches", "totalMatches", "truncated", "files", "totalFiles", "hits", "has_more"];
    assertEquals([where, Object.keys(structured).filter((field) => !own.includes(field))], [where, ["hints"]]);
    const [status, ...said] = text.split("\n");
    const sentences = [status.replace(/^\[0 \w+; /, "["), ...said].map((line) => line.slice(1, -1));
    assertEquals([where, structured.hints], [where, sentences]);
    if (hints.length > 0) assertEquals([where, said], [where, hints.map((hint) => `[${hint}]`)]);
  }
});

/** A call with a glob, and how a hint spells it. */
function asking(tools: OpenTools, tool: string, args: (glob: string) => Record<string, unknown>) {
  return [
    (glob: string) => tools.call(tool, args(glob)),
    (glob: string) => mendedCall(tool, args(glob)),
  ] as const;
}

Deno.test("microagent and fs: globs below hidden or ignored directories are answered with globs that match", async () => {
  using files = tempTree({
    ".gitignore": "build/\n",
    ".ci/flows/a.yml": "gold\n",
    "build/b.js": "gold\n",
    "c.ts": "gold\n",
  });
  const asked: [glob: string, meant: string][] = [
    [".ci/flows/*.yml", "{.ci,.ci/flows,.ci/flows/*.yml}"],
    [".ci/**", "{.ci,.ci/**}"],
    ["build/b.js", "{build,build/b.js}"],
    [".ci", "{.ci,.ci/**}"],
    ["/build/*.js", "{build,build/*.js}"],
    ["build/", "{build,build/**}"],
    [`${files.path}/.ci/**`, `${files.path}/{.ci,.ci/**}`],
  ];
  using microagent = await openTools("microagent", [files.path]);
  using fs = await openTools("fs", [files.path]);
  const calls = [
    asking(microagent, "grep", (glob) => ({ pattern: "gold", filePattern: glob })),
    asking(fs, "search_text", (glob) => ({ query: "gold", include_globs: [glob] })),
    asking(fs, "list_files", (glob) => ({ include_globs: [glob] })),
  ];
  for (const [glob, meant] of asked) {
    for (const [call, spelt] of calls) {
      const { text, found } = await call(glob), [, ...hints] = text.split("\n");
      const words = text.includes("entries") ? "1 entry" : "1 match";
      assertEquals([glob, found, hints], [glob, false, [`[${words} with other globs: ${spelt(meant)}]`]]);
      assert((await call(meant)).found, meant);
    }
  }
});
