import { assert, assertEquals } from "@std/assert";
import type { Profile } from "../../src/toolsets/profiles.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { seeded } from "../seed.ts";
import { cost, randomTree } from "./random_tree.ts";

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

Deno.test("microagent: lines over the budget end early, and the hint names the next line", async () => {
  using files = tempTree({ "a.ts": Array.from({ length: 300 }, (_, i) => `const value${i} = call(${i});`).join("\n") });
  using tools = await openTools("microagent", [files.path], { tokenBudget: 500 });
  const answer = await tools.call("read_file_lines", { filePath: "a.ts", startLine: 10, endLine: 200 });
  assert(cost(answer) <= 525, `${cost(answer)} tokens`);
  const { content, endLine, ...rest } = answer.structured;
  const last = Number(endLine);
  assert(last > 10 && last < 200);
  assertEquals(String(content).split("\n").length, last - 9);
  const hint = `Cut after line ${last} (token_budget); for the rest: startLine=${last + 1}`;
  assertEquals(rest, { startLine: 10, totalLines: 300, truncated_by: "token_budget", hints: [hint] });
  assert(answer.text.endsWith(`[lines 10-${last} of 300]\n[${hint}]`));
});

Deno.test("microagent: without a budget lines end early at the cap of a read, and the hint mentions no budget", async () => {
  using files = tempTree({ "a.txt": "0123456789abcde\n".repeat(2 ** 16 + 9) });
  using tools = await openTools("microagent", [files.path], { tokenBudget: 0 });
  const { truncated_by, hints } = await tools.ask("read_file_lines", { filePath: "a.txt", startLine: 1 });
  assertEquals([truncated_by, hints], [
    "limit",
    ["Cut after line 65536 (limit); for the rest: startLine=65537"],
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
    "a.ts\n1-x\n2:1:gold\n3-y\n--\n5-w\n6:1:gold gold\n\nb/c.ts\n1:2:\tgold\n[3 matches]",
  );
  assertEquals(search.structured.hints, ["skipped: binary 1"]);
  const paged = await fs.call("search_text", { query: "gold", context_lines: 0, max_results: 1, skip: 1 });
  assertEquals(
    paged.text,
    "a.ts\n6:1:gold gold\n[1 of 3 matches; more: skip=2]",
  );
  const none = await fs.call("search_text", { query: "silver" });
  assertEquals([none.text, none.found], ["[0 matches; searched 2 files; skipped: binary 1]", false]);
  const list = await fs.call("list_files", { include_dirs: true, max_results: 2 });
  assertEquals(
    list.text,
    "a.ts\nb/\n[2 of 4 entries; more: skip=2]",
  );
  using micro = await openTools("microagent", [files.path]);
  const grep = await micro.call("grep", { pattern: "gold", maxResults: 1 });
  assertEquals(grep.text, "a.ts\n2:gold\n[1 of 3 matches]");
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
  for (let round = 0; round < 6; round++) {
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
  assertEquals(await lines(String.raw`\\w+`), [[3], "a.txt\n1:3:C:\\www and word\n[1 match]"]);
  const remark = String
    .raw`[foo\\(bar matches nothing as given, so every \\ was read as \: foo\(bar]`;
  assertEquals(await lines(String.raw`foo\\(bar`), [[1], `b.txt\n1:1:foo(bar)\n[1 match]\n${remark}`]);
  const { error } = await tools.ask("search_text", { query: String.raw`zzz\\(`, mode: "regex" });
  assertEquals(Object(error).code, "INVALID_REGEX");
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
