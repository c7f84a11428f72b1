import { assert, assertEquals } from "@std/assert";
import { estimateTokens } from "../../../src/format/token_estimate.ts";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const EXPAND = `import { walk } from "./walk.ts";

/** Expands a glob. */
export function expandGlob(root: string) {
  return walk(root).map((entry) => entry.path);
}
`;
const USES = `import { expandGlob } from "./expand.ts";

export class Tree {
  list() {
    return expandGlob(this.root);
  }
}
`;
const FILES = { "src/expand.ts": EXPAND, "src/tree.ts": USES, "NOTES.txt": "expandGlob is in src.\n" };

Deno.test("definitions answers in one call where a name is defined, with its text", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  const { text, structured } = await tools.call("search_content", { query: "expandGlob", definitions: true });
  const lines = EXPAND.trimEnd().split("\n").slice(2).join("\n");
  assertEquals(
    text,
    `src/expand.ts:3-6
${lines}
[1 match]
[1 match in 1 file were not examined: no grammar.]`,
  );
  assertEquals(structured, {
    total: 1,
    matches: [{
      file: "src/expand.ts",
      line_number: 4,
      line: "export function expandGlob(root: string) {",
      submatches: [{ start: 16, end: 26, match: "expandGlob" }],
    }],
    definitions: [{ file: "src/expand.ts", start_line: 3, end_line: 6, text: lines }],
    truncated: false,
    has_more: false,
    notes: ["1 match in 1 file were not examined: no grammar."],
  });
});

Deno.test("every form takes definitions, in both tools", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  const ask = { query: "expandGlob|Tree|list", definitions: true, include_globs: ["*.ts"] };
  const answered = async (args: object) => (await tools.call("search_content", { ...ask, ...args })).text;
  assertEquals(await answered({ total_only: true }), "3");
  assertEquals(
    await answered({ count_only_matches: true }),
    "src/tree.ts:2\nsrc/expand.ts:1\n[3 matches in 2 files]",
  );
  assertEquals(
    await answered({ summary_only: true }),
    "src/tree.ts (2)\n  3: export class Tree {\n  4: list() {\nsrc/expand.ts (1)\n" +
      "  4: export function expandGlob(root: string) {\n[3 matches in 2 files]",
  );
  assertEquals(
    await answered({ group_by_file: true, limit: 2, optimize_paths: true }),
    "[path_prefix: src/]\nexpand.ts\n4:export function expandGlob(root: string) {\n\ntree.ts (2)\n" +
      "3:export class Tree {\n[2 of 3 matches; more: skip=2]",
  );
  const found = await tools.ask("find_and_grep", {
    query: "list",
    definitions: true,
    enclosing: true,
    pattern: "tree",
  });
  assertEquals(Object(found.matches)[0].enclosing, "Tree 3-7");
  assertEquals(found.definitions, [
    { file: "src/tree.ts", start_line: 4, end_line: 6, text: "  list() {\n    return expandGlob(this.root);\n  }" },
  ]);
});

Deno.test("a definition beside many others comes without text; one that is too long is a call away", async () => {
  const long = (name: string) => `export function ${name}() {\n${`  console.log("${name}");\n`.repeat(300)}}\n`;
  using files = tempTree({ "a.ts": ["go1", "go2", "go3"].map(long).join("\n"), "b.ts": long("go4") });
  using tools = await openTools("default", [files.path]);
  assertEquals((await tools.ask("search_content", { query: "go", definitions: true })).definitions, undefined);
  const one = await tools.call("search_content", { query: "go4", definitions: true });
  const call = 'read_file {"path": "b.ts", "symbol": "go4"}';
  assertEquals(one.text, `b.ts:1:export function go4() {\n[1 match]\n[Too long to show; in full: ${call}]`);
  const whole = await tools.ask("read_file", { path: "b.ts", symbol: "go4" });
  assertEquals(whole.total_lines, 302);
  const { hints } = await tools.ask("search_content", { query: "go", definitions: true, roots: ["a.ts"] });
  const reads = ["go1", "go2", "go3"].map((symbol) => ({ path: "a.ts", symbol }));
  const entries = reads.map(({ symbol }) => `{"path": "a.ts", "symbol": "${symbol}"}`).join(", ");
  assertEquals(hints, [`Too long to show; in full: read_file {"reads": [${entries}]}`]);
  const several = await tools.ask("read_file", { reads });
  assertEquals(Object(several.reads).length, 3);
});

Deno.test("a class that is too long is answered with its methods, as they are in the outline of its file", async () => {
  const methods = Array.from({ length: 40 }, (_, i) => `  run${i}() {\n${"    step(1, 2, 3);\n".repeat(9)}  }\n`).join(
    "",
  );
  using files = tempTree({
    "a.ts": `/** Runs. */\nexport class Task extends Base {\n${methods}}\nfunction other() {}\n`,
  });
  using tools = await openTools("default", [files.path]);
  const { text, structured } = await tools.call("search_content", { query: "Task", definitions: true });
  const outline = (await tools.call("read_file", { path: "a.ts", outline: true })).text.split("\n");
  const rows = outline.flatMap((row) => /^ *(\d+)-\d+ method (\w+)$/.exec(row) ?? []).filter((_, i) => i % 3 > 0);
  const names = Array.from({ length: 30 }, (_, i) => `${rows[2 * i]} ${rows[2 * i + 1]}`),
    members = [...names, "… 10 more"];
  assertEquals(text, `a.ts:1-443:export class Task extends Base {\n  ${members.join(", ")}\n[1 match]`);
  assertEquals(structured.definitions, [{ file: "a.ts", start_line: 1, end_line: 443, members }]);
  assert(estimateTokens(text) < 250);
});

Deno.test("a query that names no definition is answered with how many matches define nothing", async () => {
  using files = tempTree({ "src/expand.ts": EXPAND });
  using tools = await openTools("default", [files.path]);
  const zero = await tools.ask("search_content", { query: "walk", definitions: true });
  assertEquals([zero.total, zero.searched, zero.hints], [0, 1, ["2 matches define nothing: definitions=false"]]);
});

Deno.test("enclosing says which definition each line is in, and only if it is asked for", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  const ask = { query: "expandGlob", group_by_file: true, roots: ["src/tree.ts"] };
  const { text, structured } = await tools.call("search_content", { ...ask, enclosing: true });
  assertEquals(
    text,
    'src/tree.ts\n1:import { expandGlob } from "./expand.ts";\n  in Tree.list 4-6\n' +
      "5:    return expandGlob(this.root);\n[2 matches]",
  );
  assertEquals(Object(structured.files)[0].in, { "5": "Tree.list 4-6" });
  const without = await tools.ask("search_content", ask);
  assertEquals(Object(without.files)[0].in, undefined);
});

Deno.test("value_counts with enclosing counts the definitions around the lines, most first", async () => {
  using files = tempTree({ ...FILES, "src/use.ts": "function f() {\n  expandGlob(1);\n  expandGlob(2);\n}\n" });
  using tools = await openTools("default", [files.path]);
  const ask = { query: "expandGlob", value_counts: true, enclosing: true, roots: ["src"], limit: 2 };
  const { text, structured } = await tools.call("search_content", ask);
  const outside = "(outside any definition)";
  assertEquals(text, `2 f 1-4 src/use.ts\n1 ${outside} src/expand.ts\n[5 matches; 2 of 4 definitions; more: skip=2]`);
  assertEquals([structured.distinct, structured.values], [4, [
    { value: "f 1-4", file: "src/use.ts", count: 2 },
    { value: outside, file: "src/expand.ts", count: 1 },
  ]]);
  const others = await tools.ask("search_content", { ...ask, skip: 2 });
  const left = [outside, "Tree.list 4-6"].map((value) => ({ value, file: "src/tree.ts", count: 1 }));
  assertEquals([others.values, others.has_more], [left, undefined]);
});

Deno.test("a modifier that would do nothing in the form is refused; a default value is no conflict", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  const ask = { query: "expandGlob", total_only: true };
  for (const [modifier, value] of Object.entries({ spans: true, enclosing: true, context_after: 1 })) {
    const { message } = Object((await tools.ask("search_content", { ...ask, [modifier]: value })).error);
    assert(String(message).startsWith(`${modifier} does nothing with total_only: it joins group_by_file`), message);
  }
  assertEquals((await tools.ask("search_content", { ...ask, context_before: 0, spans: false })).total, 4);
});

Deno.test("enclosing says once which files it does not know", async () => {
  using files = tempTree(FILES);
  using tools = await openTools("default", [files.path]);
  const { notes } = await tools.ask("search_content", { query: "expandGlob", enclosing: true });
  assertEquals(notes, ["The definitions in 1 file are not known, so their lines name none."]);
});

Deno.test("a summary that replaces a longer answer has definitions first as well", async () => {
  const uses = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`u${i}.ts`, "  go(1, 2, 3);\n".repeat(50)]));
  using files = tempTree({ ...uses, "z.ts": `${"go();\n".repeat(5)}export function go() {}\n` });
  using tools = await openTools("default", [files.path]);
  const ask = { query: "go", token_budget: 1500 }, degraded = await tools.ask("search_content", ask);
  assertEquals([degraded.format, degraded.degraded_from], ["summary_only", "full"]);
  const named = await tools.ask("search_content", { ...ask, summary_only: true });
  assertEquals(Object(degraded.top_files)[0], {
    file: "z.ts",
    count: 6,
    samples: ["6: export function go() {}", "1: go();", "2: go();"],
  });
  assertEquals(degraded.top_files, named.top_files);
});

Deno.test("value_counts counts the names that are defined, and a list each of its names", async () => {
  const helper = "export function isObject(value) {\n  return isObject(value);\n}\n";
  using files = tempTree({ "a.ts": helper, "b.ts": helper, "c.ts": "export function isString(value) {}\n" });
  using tools = await openTools("default", [files.path]);
  const { values } = await tools.ask("search_content", { query: "is\\w+", definitions: true, value_counts: true });
  assertEquals(values, [{ value: "isObject", count: 2, files: 2 }, { value: "isString", count: 1 }]);
  const list = { query: ["isObject", "isString", "value"], definitions: true, count_only_matches: true };
  const { counts, queries } = await tools.ask("search_content", list);
  assertEquals(counts, { "a.ts": 1, "b.ts": 1, "c.ts": 1 });
  assertEquals(queries, [
    { query: "isObject", total: 2 },
    { query: "isString", total: 1 },
    { query: "value", total: 0 },
  ]);
});

Deno.test("definitions and the names around lines are those of the encoding that is forced", async () => {
  const source = new Uint8Array([
    ...new TextEncoder().encode("class "),
    0x95,
    0x5c,
    0x8e,
    0xa6,
    ...new TextEncoder().encode(":\n  def run(self):\n    go()\n"),
  ]);
  using files = tempTree({});
  Deno.writeFileSync(`${files.path}/a.py`, source);
  using tools = await openTools("default", [files.path]);
  const encoding = "shift_jis";
  const named = await tools.call("search_content", { query: "表示", definitions: true, total_only: true, encoding });
  assertEquals(named.text, "1");
  const around = await tools.call("search_content", { query: "go", enclosing: true, group_by_file: true, encoding });
  assertEquals(around.text, "a.py\n  in 表示.run 2-3\n3:    go()\n[1 match]");
});
