/** Several reads in one call: their order, errors in their place, the budget that they share. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { spacedJson } from "../../../../src/format/safe_text.ts";
import { openTools } from "../../../open_tools.ts";
import { tempTree } from "../../../program.ts";
import { seeded } from "../../../seed.ts";

const TREE = {
  "src/a.ts": "one\ntwo\nthree\nfour\n",
  "src/b.ts": "alpha\nbeta\n",
  "src/class.ts": "/** A task. */\nexport class Task {\n  run() {}\n}\n",
  "image.png": "\x89PNG\0\0\0\0",
  "empty.txt": "",
};

Deno.test("several reads are answered in their order, each under its place, with what is left", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const reads = [
    "src/a.ts:2-3",
    { path: "src/class.ts", symbol: "Task.run" },
    { path: "src/b.ts", start_line: 2 },
    "empty.txt",
  ];
  const { text, structured, isError, found } = await tools.call("read_file", { reads });
  assertEquals([isError, found], [false, true]);
  assertEquals(structured, {
    reads: [
      { path: "src/a.ts", start_line: 2, content: "2. two\n3. three", total_lines: 4 },
      { path: "src/class.ts", start_line: 3, content: "3.   run() {}", total_lines: 4 },
      { path: "src/b.ts", start_line: 2, content: "2. beta", total_lines: 2 },
      {
        path: "empty.txt",
        start_line: 1,
        content: "",
        total_lines: 0,
        hints: ["Nothing here: the file has 0 bytes, 0 lines."],
      },
    ],
  });
  assertEquals(
    text,
    `== src/a.ts:2-3 of 4
2. two
3. three
== src/class.ts:3-3 of 4
3.   run() {}
== src/b.ts:2-2 of 2
2. beta
== empty.txt of 0
[Nothing here: the file has 0 bytes, 0 lines.]`,
  );
});

Deno.test("a range that the caller named and got whole has no next; one that is open, capped or cut has", async () => {
  const lines = Array.from({ length: 5200 }, (_, i) => `const line${i + 1} = ${i};`).join("\n");
  using files = tempTree({ "a.ts": lines });
  using tools = await openTools("default", [files.path]);
  const nextsOf = async (token_budget: number, ...reads: unknown[]) => {
    const { text, structured } = await tools.call("read_file", { reads, token_budget });
    const nexts = Object(structured).reads.map(({ next }: { next: unknown }) => next);
    assertEquals(text.split("\n").filter((line) => line.startsWith("[next: ")).length, nexts.filter(Boolean).length);
    return nexts;
  };
  const path = "a.ts";
  const whole = ["a.ts:12-40", { path, start_line: 12, max_lines: 29 }, { path: "a.ts:12", max_lines: 29 }];
  assertEquals(await nextsOf(0, ...whole, { path, max_lines: 3 }), whole.concat(path).map(() => undefined));
  const token_budget = 0, next = { path, start_line: 212, max_lines: 200, token_budget };
  assertEquals(await nextsOf(0, "a.ts:12", { path, start_line: 12, max_lines: 200 }), [next, next]);
  assertEquals(await nextsOf(0, "a.ts:2-5150"), [{ path: "a.ts:5002-5150", token_budget }]);
  // A budget alone limits what names no number of lines.
  assert((await nextsOf(9000, "a.ts"))[0].start_line > 500);
  const [first] = await nextsOf(300, "a.ts:1-90");
  assertMatch(first.path, /^a\.ts:\d+-90$/);
  const alone = await tools.ask("read_file", { path, start_line: 12, max_lines: 29 });
  assertEquals(alone.next, { path, start_line: 41, max_lines: 29 });
});

Deno.test("of twenty reads those that fail are reported in their place", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const good = Array.from({ length: 14 }, (_, i) => ({ path: "src/a.ts", start_line: 1 + i % 4, max_lines: 1 + i }));
  const bad = [
    ["src/aa.ts:2", "NOT_FOUND"],
    [{ path: "src/class.ts", symbol: "Task.rum" }, "NOT_FOUND"],
    [{ path: "src/b.ts", symbol: "x", start_line: 3 }, "INVALID_ARGUMENT"],
    [{ path: "src/b.ts", max_lines: -1 }, "INVALID_ARGUMENT"],
    [{ path: "src/b.ts", lime: 3 }, "UNKNOWN_ARGUMENT"],
    ["../b.ts", "PATH_OUTSIDE_ROOT"],
  ] as const;
  const { structured, isError } = await tools.call("read_file", {
    reads: [...bad.map(([read]) => read), ...good],
  });
  const answered = Array.isArray(structured.reads) ? structured.reads : [];
  assertEquals([isError, answered.length], [false, 20]);
  for (const [i, [read, code]] of bad.entries()) {
    const { path, error, content } = answered[i];
    assertEquals([path, error.code, content], [typeof read === "string" ? read : read.path, code, undefined]);
  }
  assertEquals(answered.slice(bad.length).map(({ content }) => content.split("\n").length).length, good.length);
});

Deno.test("if every read fails the answer is an error with the first one's", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const { structured, isError, found } = await tools.call("read_file", { reads: ["nope.ts", "image.png"] });
  const reads = Array.isArray(structured.reads) ? structured.reads : [];
  assertEquals([isError, found, reads.map(({ error }) => error.code)], [true, false, ["NOT_FOUND", "BINARY_FILE"]]);
  assertEquals(structured.error, reads[0].error);
});

Deno.test("entries are taken as hosts and models send them; what the call says beside them holds for all", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const wanted = { reads: [{ path: "src/a.ts", start_line: 2, max_lines: 1 }, { path: "src/b.ts", max_lines: 1 }] };
  const answer = await tools.ask("read_file", wanted);
  const same: Record<string, unknown>[] = [
    { reads: [{ file_path: "src/a.ts", offset: 2, limit: 1 }, { path: "src/b.ts", start_line: null, max_lines: "1" }] },
    { reads: JSON.stringify(wanted.reads) },
    { reads: ["src/a.ts:2-2", "src/b.ts:1-1"] },
    { path: "src/a.ts:2-2", reads: ["src/b.ts"], max_lines: 1 },
    { path: "src/a.ts:2-2", reads: [{ path: "src/b.ts", limit: 1 }], max_lines: 3 },
    { path: ["src/a.ts:2", "src/b.ts"], max_lines: 1 },
    { paths: '["src/a.ts:2-2", "src/b.ts:1-1"]' },
    { reads: ["src/a.ts:2", "src/b.ts:1"], max_lines: 1, offset_bytes: 0, max_bytes: 65536, start_line: 1 },
    { reads: ["src/a.ts:2-2", `${files.path}/src/b.ts:1-1`] },
    { reads: ["src/a.ts:2-2", `file://${files.path}/src/b.ts#L1-L1`, "src/a.ts:2-2"] },
  ];
  for (const args of same) assertEquals([args, await tools.ask("read_file", args)], [args, answer]);
  const plain = await tools.ask("read_file", { ...wanted, line_numbers: false });
  assertEquals(Array.isArray(plain.reads) && plain.reads.map(({ content }) => content), ["two", "alpha"]);
  const bytes = await tools.ask("read_file", { reads: ["src/a.ts"], max_bytes: 5 });
  assertEquals(Array.isArray(bytes.reads) && bytes.reads[0].content, "one\nt");
  const missing = await tools.ask("read_file", { reads: [] });
  assertEquals(Object(missing.error).message, "path: is required (given: nothing).");
});

Deno.test("a symbol or an outline beside several reads is that of each", async () => {
  using files = tempTree({ "a.ts": "export const main = () => 1;\n", "b.py": "def main():\n  pass\n" });
  using tools = await openTools("default", [files.path]);
  const symbol = await tools.ask("read_file", { reads: ["a.ts", "b.py"], symbol: "main" });
  const contents = Array.isArray(symbol.reads) ? symbol.reads.map(({ content }) => content) : [];
  assertEquals(contents, ["1. export const main = () => 1;", "1. def main():\n2.   pass"]);
  const { text } = await tools.call("read_file", { reads: ["a.ts", "b.py"], outline: true });
  assertEquals(text, "== a.ts (typescript, 1 line)\n1 function main\n== b.py (python, 2 lines)\n1-2 function main");
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

Deno.test("beyond twenty reads, a note has the call for the rest, which answers them", async () => {
  const all = Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`f${i}.txt`, `text ${i}\n`]));
  using files = tempTree(all);
  using tools = await openTools("default", [files.path]);
  const paths = Object.keys(all);
  const first = await tools.ask("read_file", { reads: [...paths, "f0.txt"] });
  const { notes = [], reads = [] } = Object(first);
  const call = `reads=["${paths.slice(20).join('", "')}"]`;
  assertEquals(notes, [`The first 20 of 26 reads are answered; the next: ${call}`]);
  const rest = await tools.ask("read_file", { reads: paths.slice(20) });
  const contents = [...reads, ...Object(rest).reads].map(({ content }: { content: string }) => content);
  assertEquals(contents, Object.values(all).map((text) => `1. ${text.trimEnd()}`));
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

Deno.test("notes on a path are in its part", async () => {
  using files = tempTree({ "src/deep/x.ts": "gold\n", "it’s.txt": "gold\n" });
  using tools = await openTools("default", [files.path]);
  const { reads } = await tools.ask("read_file", { reads: ["src/deep/x.ts", "it's.txt"] });
  const rest = { start_line: 1, content: "1. gold", total_lines: 1 };
  const notes = ["it's.txt does not exist. it’s.txt, which looks the same, was used instead."];
  assertEquals(reads, [{ path: "src/deep/x.ts", ...rest }, { path: "it’s.txt", ...rest, notes }]);
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

Deno.test("an entry whose path is no text says so", async () => {
  using files = tempTree({ "a.txt": "text\n" });
  using tools = await openTools("default", [files.path]);
  const { reads } = await tools.ask("read_file", {
    reads: ["a.txt", { path: ["a.txt", "b.txt"] }, { file_path: { a: 1 } }],
  });
  const wrong = Object(reads).slice(1).map((part: Record<string, unknown>) => [part.path, Object(part.error).message]);
  assertEquals(wrong, [
    ["", 'path: must be a string (given: ["a.txt","b.txt"]).'],
    ["", 'path: must be a string (given: {"a":1}).'],
  ]);
});
