import { assert, assertEquals } from "@std/assert";
import { parseArguments } from "../../src/toolsets/arguments/parse_arguments.ts";
import { listedToolsOf, type Profile, toolsOf } from "../../src/toolsets/profiles.ts";
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

Deno.test("microagent: without a budget lines end early at the cap of a read, and the hint mentions no budget", async () => {
  using files = tempTree({ "a.txt": "0123456789abcde\n".repeat(2 ** 16 + 9) });
  using tools = await openTools("microagent", [files.path], { tokenBudget: 0 });
  const { truncated_by, hints } = await tools.ask("read_file_lines", { filePath: "a.txt", startLine: 1 });
  assertEquals([truncated_by, hints], [
    "limit",
    ["Cut after line 65536 (limit); for the rest: startLine=65537"],
  ]);
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
  using files = tempTree(randomTree(random, 30));
  using whole = await openTools("fs", [files.path], { tokenBudget: 0 });
  for (const tokenBudget of [0, 600]) {
    using tools = await openTools("fs", [files.path], { tokenBudget });
    for (const size of [5 + random.int(20), 50 + random.int(100)]) {
      const list = { include_metadata: true, include_dirs: true };
      const { entries } = await whole.ask("list_files", { ...list, max_results: 10_000 });
      assertEquals(await pages((page) => tools.ask("list_files", { ...list, ...page }), "entries", size), entries);
      const search = { query: "gold" };
      const { hits } = await whole.ask("search_text", { ...search, max_results: 10_000 });
      assertEquals(await pages((page) => tools.ask("search_text", { ...search, ...page }), "hits", size), hits);
    }
  }
});

Deno.test("a profile can be narrowed to some of its tools", () => {
  const names = (subset?: string[]) => toolsOf("default", subset).map((tool) => tool.name);
  assertEquals(names(), ["glob_files", "list_files", "search_content", "find_and_grep", "read_file", "consult_files"]);
  assertEquals(names(["read_file", "glob_files"]), ["glob_files", "read_file"]);
  assertEquals(names([]), []);
});

Deno.test("consult_files is listed with a provider, or where it is named", () => {
  const lists = (settings: { tools?: string[]; providerUrl?: string }) =>
    listedToolsOf({ profile: "default", ...settings }).some(({ name }) => name === "consult_files");
  assertEquals([{}, { providerUrl: "https://m/v1" }, { tools: ["consult_files"] }].map(lists), [false, true, true]);
});

Deno.test("every tool accepts its example, and every argument has a description", () => {
  for (const tool of toolsOf("default")) {
    assertEquals(Object.keys(parseArguments(tool.fields, tool.example, tool.name).given), Object.keys(tool.example));
    for (const [field, { about }] of Object.entries(tool.fields)) {
      assert(about, `${tool.name}.${field} has no description`);
    }
  }
});
