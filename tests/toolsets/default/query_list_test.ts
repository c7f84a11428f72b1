import { assert, assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { seeded } from "../../seed.ts";

async function asked(args: Record<string, unknown>, files: Record<string, string> = {}) {
  using tree = tempTree(files);
  using tools = await openTools("default", [tree.path]);
  const { text, structured, isError } = await tools.call("search_content", { timeout_ms: 30_000, ...args });
  return { text, structured, isError };
}

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
