/** Reads within a budget: pages make up the file, several reads share it, a symbol goes on to its end. */
import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { spacedJson } from "../../src/format/safe_text.ts";
import { openTools } from "../open_tools.ts";
import { tempTree } from "../program.ts";
import { seeded } from "../seed.ts";

/** All pages of a file from `args` on, joined. */
async function pagesOf(root: string, args: Record<string, unknown>): Promise<string> {
  using tools = await openTools("default", [root]);
  let text = "";
  for (let next: unknown = args; next !== undefined;) {
    const page = await tools.ask("read_file", next);
    // After whole lines a break follows; a cut line continues by bytes.
    const isLines = Object(page.range).range_type === "lines";
    const isCut = Object(page.next).start_line === undefined;
    text += String(page.content) + (isLines && !isCut ? "\n" : "");
    next = page.next;
  }
  return text;
}

const LINES = Array.from({ length: 80 }, (_, i) => `const 値${i} = "${"é🎉x".repeat(i % 9)}";`).join("\n");
const LONG = "const a = {b: 1, c: [2, 3]}; 行".repeat(120);

Deno.test("a page of UTF-8 is cut to the budget and the pages make up the file", async () => {
  using files = tempTree({ "mark.ts": `\uFEFF${LINES}`, "crlf.ts": LINES.replaceAll("\n", "\r\n"), "long.ts": LONG });
  for (const token_budget of [40, 300, 900]) {
    const read = (args: Record<string, unknown>) =>
      pagesOf(files.path, { line_numbers: false, offset_bytes: 0, ...args, token_budget });
    assertEquals(await read({ path: "mark.ts" }), LINES);
    assertEquals(await read({ path: "crlf.ts" }), LINES.replaceAll("\n", "\r\n"));
    assertEquals(await read({ path: "long.ts" }), LONG);
    assertEquals(await read({ path: "long.ts", offset_bytes: undefined }), LONG);
  }
  for (const path of ["mark.ts", "crlf.ts"]) {
    assertEquals(await pagesOf(files.path, { path, line_numbers: false, token_budget: 900 }), LINES);
  }
});

Deno.test("next of any part is an entry as it is, also in a line that was cut", async () => {
  const lines = Array.from({ length: 150 }, (_, i) => `line ${i + 1}`);
  using files = tempTree({ "long.txt": `${"long ".repeat(400)}end\nlast\n`, "a.txt": lines.join("\n") });
  using tools = await openTools("default", [files.path]);
  const first = await tools.ask("read_file", {
    reads: ["long.txt", "a.txt:1-140"],
    token_budget: 300,
    encoding: "utf-8",
  });
  const nexts = Object(first).reads.map(({ next }: { next: unknown }) => next);
  const { text, structured } = await tools.call("read_file", { reads: nexts, token_budget: 0 });
  const [rest, further] = Object(structured).reads, at = Object(nexts[0]).offset_bytes;
  assertEquals(Object(first).reads[0].content.slice("1. ".length) + rest.content, "long ".repeat(400) + "end\nlast\n");
  assertEquals([rest.offset_bytes, further.start_line], [at, Object(first).reads[1].content.split("\n").length + 1]);
  assertEquals(further.content.split("\n").at(-1), "140. line 140");
  assertEquals(text.split("\n")[0], `== long.txt bytes ${at}-2009 of 2009`);
});

Deno.test("reads share a budget: short ones are whole, the others go on at next, and no line is lost", async () => {
  const random = seeded("answer_reads");
  const lengths = Array.from({ length: 7 }, () => random.pick([1, 3, 40, 200, 900]));
  const textOf = (n: number, i: number) => Array.from({ length: n }, (_, at) => `const v${at} = "${i} é";`).join("\n");
  const all = Object.fromEntries(lengths.map((n, i) => [`f${i}.ts`, textOf(n, i)]));
  using files = tempTree(all);
  using tools = await openTools("default", [files.path]);
  for (const token_budget of [600, 2000, 8000]) {
    const got = new Map<string, string>(), cheap = Object.keys(all).filter((path) => all[path].length < 100);
    let reads: unknown[] = Object.keys(all);
    for (let round = 0; reads.length > 0; round++) {
      const { text, structured } = await tools.call("read_file", { reads, token_budget, line_numbers: false });
      const tokens = Math.max(countTokens(text), countTokens(JSON.stringify(structured)));
      assert(tokens <= token_budget, `${tokens} of ${token_budget} tokens`);
      const parts: Record<string, string>[] = Object(structured).reads;
      const rest = /the next: reads=(\[.*\])$/.exec(Object(structured).notes?.[0])?.[1] ?? "[]";
      for (const [i, { path, content }] of parts.entries()) {
        // In a line that was cut, bytes go on.
        const before = "offset_bytes" in Object(reads[i]) ? got.get(path) ?? "" : got.get(path)?.concat("\n") ?? "";
        got.set(path, before + content);
      }
      if (round === 0 && token_budget > 600) {
        for (const path of cheap) assertEquals([path, got.get(path)], [path, all[path]]);
      }
      // `next` is an entry as it is.
      const further = parts.flatMap(({ next }) => next ?? []);
      reads = [...further, ...JSON.parse(rest)];
    }
    for (const [path, text] of Object.entries(all)) assertEquals([path, got.get(path)], [path, text]);
  }
});

Deno.test("of a thousand reads, the call for the next has as many as it answers", async () => {
  using files = tempTree({ "a.txt": "text\n".repeat(1000) });
  using tools = await openTools("default", [files.path]);
  const all = Array.from({ length: 1000 }, (_, i) => `a.txt:${i + 1}-${i + 1}`), read: string[] = [];
  for (const token_budget of [8000, 200]) {
    const { notes, reads } = Object(await tools.ask("read_file", { reads: all, token_budget }));
    const n = reads.length, most = token_budget === 200 ? 2 : 20, next = all.slice(n, n + most);
    const call = `reads=${spacedJson(next)}`;
    assertEquals(notes, [`The first ${n} of 1000 reads are answered; the next: ${call}`]);
    read.push(...reads.map(({ content }: { content: string }) => content));
  }
  assertEquals(read.slice(0, 20), all.slice(0, 20).map((_, i) => `${i + 1}. text`));
});
