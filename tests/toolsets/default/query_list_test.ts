import { assert, assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";

const FILES = {
  "a.ts": "const alpha = beta;\nalpha();\n",
  "b.ts": "beta();\ngamma();\n",
  "c.ts": "nothing\n",
};
const LIST = { query: ["alpha", "beta", "delta"] };

async function asked(args: Record<string, unknown>, files: Record<string, string> = FILES) {
  using tree = tempTree(files);
  using tools = await openTools("default", [tree.path]);
  const { text, structured, isError } = await tools.call("search_content", args);
  return { text, structured, isError };
}

const QUERIES = [{ query: "alpha", total: 2 }, { query: "beta", total: 2 }, { query: "delta", total: 0 }];

Deno.test("total_only of a list is the number of lines, and that of each query", async () => {
  assertEquals(await asked({ ...LIST, total_only: true }), {
    text: "3\n2 alpha\n2 beta\n0 delta",
    structured: { total: 3, queries: QUERIES, truncated: false },
    isError: false,
  });
});

Deno.test("count_only_matches of a list counts each query before the files", async () => {
  assertEquals(await asked({ ...LIST, count_only_matches: true }), {
    text: "2 alpha\n2 beta\n0 delta\n\na.ts:2\nb.ts:1\n[3 matches in 2 files]",
    structured: { total: 3, queries: QUERIES, files_matched: 2, counts: { "a.ts": 2, "b.ts": 1 }, truncated: false },
    isError: false,
  });
});

Deno.test("summary_only of a list counts each query before the samples", async () => {
  const { text, structured } = await asked({ ...LIST, summary_only: true });
  assertEquals(text.split("\n").slice(0, 6), [
    "2 alpha",
    "2 beta",
    "0 delta",
    "",
    "a.ts (2)",
    "  1: const alpha = beta;",
  ]);
  assertEquals(structured.queries, QUERIES);
});

Deno.test("the forms with lines show the lines of all queries in order, each once", async () => {
  const { text } = await asked({ ...LIST, group_by_file: true });
  assertEquals(text, "a.ts\n1:const alpha = beta;\n2:alpha();\n\nb.ts\n1:beta();\n[3 matches]");
  const { structured } = await asked(LIST);
  assertEquals(
    Object(structured.matches).map((match: Record<string, unknown>) => Object(match.submatches).length),
    [2, 1, 1],
  );
});

Deno.test("without a form, a list over the budget comes with the count of each query", async () => {
  const many = Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`${i}.ts`, "alpha beta\nbeta\n".repeat(9)]));
  const { structured } = await asked({ ...LIST, token_budget: 1200 }, many);
  assertEquals([structured.format, structured.queries], ["summary_only", [
    { query: "alpha", total: 891 },
    { query: "beta", total: 1782 },
    { query: "delta", total: 0 },
  ]]);
});

Deno.test("a list of one query, of the same query twice, or with empty ones is that query", async () => {
  const plain = await asked({ query: "alpha", total_only: true });
  for (const query of [["alpha"], ["alpha", "alpha"], ["", "alpha"]]) {
    assertEquals(await asked({ query, total_only: true }), plain);
  }
});

Deno.test("each query of a list has its own smart case, as if it were searched for alone", async () => {
  const { structured } = await asked({ query: ["x", "Y"], total_only: true }, { "a.txt": "X\nx\ny\nY\n" });
  assertEquals(structured.queries, [{ query: "x", total: 2 }, { query: "Y", total: 1 }]);
});

Deno.test("numbers in a list are texts; an empty list and other values are refused with a call that works", async () => {
  const { structured } = await asked({ query: [1, "2"], total_only: true }, { "a.txt": "1\n12\n" });
  assertEquals(structured.queries, [{ query: "1", total: 2 }, { query: "2", total: 1 }]);
  const rules = await Promise.all([[], [{}], {}].map(async (query) => (await asked({ query })).text.split("\n")[0]));
  assertEquals(rules, [
    "INVALID_ARGUMENT: query: needs at least one entry (given: []).",
    "INVALID_ARGUMENT: query: must be a string or a list of strings (given: [{}]).",
    "INVALID_ARGUMENT: query: must be a string or a list of strings (given: {}).",
  ]);
});

Deno.test("a list of 1,000 queries counts each, and the budget cuts from the end", async () => {
  const random = seeded("a list of 1,000 queries");
  const words = Array.from({ length: 1000 }, (_, i) => `name${i}_${"abcdef"[random.int(6)]}`);
  const lines = Array.from({ length: 3000 }, () => [random.pick(words), random.pick(words), "other"].join(" "));
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`${i}.txt`, lines.slice(i * 100, i * 100 + 100).join("\n")]),
  );
  const expected = words.map((query) => ({
    query,
    total: lines.filter((line) => line.split(" ").includes(query)).length,
  }));
  for (const form of [{ fixed_strings: true, case: "sensitive" }, { word: true }]) {
    const args = { query: words, total_only: true, ...form };
    assertEquals((await asked({ ...args, token_budget: 0 }, files)).structured.queries, expected);
    const { structured, text } = await asked(args, files), { queries, hints } = structured;
    assert(Array.isArray(queries) && queries.length > 300 && queries.length < 1000);
    assertEquals(queries, expected.slice(0, queries.length));
    assert(text.includes(`[${queries.length} of 1000 listed (token_budget); with more: token_budget=`), String(hints));
  }
  const beside = await asked({ query: words, fixed_strings: true, count_only_matches: true }, files),
    shown = beside.structured;
  assert(Array.isArray(shown.queries) && shown.queries.length > 100 && Object.keys(Object(shown.counts)).length === 30);
  const cut =
    `[${shown.queries.length} of 1000 queries listed (token_budget); more: count_only_matches=false, total_only=true]`;
  assert(beside.text.includes(cut), beside.text.slice(-300));
});

Deno.test("a list that is too long to compile is refused", async () => {
  const { text } = await asked({ query: Array.from({ length: 200 }, (_, i) => `\\w+é${i}\\w+`) });
  assertEquals(text.split("\n")[0].slice(0, 52), "INVALID_REGEX: The pattern is too large to compile (");
  const many = await asked({ query: Array.from({ length: 10_001 }, (_, i) => `q${i}`) });
  assertEquals(many.text.split("\n")[0], "TOO_LARGE: query is too large: 10001, at most 10000.");
});
