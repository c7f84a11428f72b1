import { assert, assertEquals } from "@std/assert";
import type { Answer } from "../../../src/toolsets/tool.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";
import { cost, randomText, randomTree } from "../random_tree.ts";

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

Deno.test("fs: a page longer than the cap says where the next one begins", async () => {
  using files = tempTree({
    "a.txt": "gold, and so on: 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123\n".repeat(12_100),
  });
  using tools = await openTools("fs", [files.path], { tokenBudget: 0 });
  const args = { query: "gold", context_lines: 0, max_results: 12_000 };
  const { has_more, next_skip, hints } = await tools.ask("search_text", args);
  assertEquals([has_more, next_skip], [true, 10_000]);
  assertEquals(hints, [
    "10000 of 12100 matches shown (limit); for the rest: skip=10000",
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
    const { size: end } = Deno.statSync(`${files.path}/${path}`);
    for (const size of [30 + random.int(100), 1000, 65536]) assertEquals(await joined(size, end), whole);
    for (const size of [1, 2, 3]) {
      const beginning = await joined(size, 100);
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
    "Line 1 is too long and was cut: next continues it. The line after it: start_line=2",
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
