import { assert, assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

const FILES = {
  "src/a.ts": "// TODO(alice): one\n// TODO(bob): two TODO(alice): three\n",
  "src/b.ts": "// TODO(alice): four\n// TODO: nobody's\n",
  "docs/c.md": 'TODO(Carol "C"): five\n',
};

const OF_GROUP = "[The values are group 1.]";
const OWNERS = { query: "TODO(?:\\(([^)]*)\\))?", value_counts: true };

async function answered(
  args: Record<string, unknown>,
  files: Record<string, string> = FILES,
  lang: "en" | "ja" = "en",
) {
  using tree = tempTree(files);
  using tools = await openTools("default", [tree.path], { lang });
  const { text, structured, isError, found } = await tools.call("search_content", args);
  return { text, structured, isError, found };
}

Deno.test("value_counts counts the texts of group 1, most first, as text and as structured content", async () => {
  assertEquals(await answered(OWNERS), {
    text: `3 alice
1 
1 Carol "C"
1 bob
[5 matches; 4 values]
${OF_GROUP}`,
    structured: {
      total: 5,
      distinct: 4,
      values: [
        { value: "alice", count: 3, files: 2 },
        { value: "", count: 1 },
        { value: 'Carol "C"', count: 1 },
        { value: "bob", count: 1 },
      ],
      truncated: false,
      notes: [OF_GROUP.slice(1, -1)],
    },
    isError: false,
    found: true,
  });
});

Deno.test("without a group the whole matches are counted, as they are written", async () => {
  const { text } = await answered({ query: "todo\\(\\w", value_counts: true });
  assertEquals(text, "3 TODO(a\n1 TODO(C\n1 TODO(b\n[4 matches; 3 values]");
});

Deno.test("values are paged, and the status says how many are left", async () => {
  const { text, structured } = await answered({ ...OWNERS, limit: 1, skip: 1 });
  assertEquals(text.split("\n"), [
    "1 ",
    "[5 matches; 1 of 4 values; more: skip=2]",
    OF_GROUP,
  ]);
  const { has_more, next_skip, truncated_by } = structured;
  assertEquals({ has_more, next_skip, truncated_by }, { has_more: true, next_skip: 2, truncated_by: "limit" });
});

Deno.test("a budget cuts values from the end, and the next pages give all others", async () => {
  const names = Array.from({ length: 400 }, (_, i) => `name${String(i).padStart(3, "0")}`);
  using tree = tempTree({ "a.txt": names.join("\n") });
  using tools = await openTools("default", [tree.path]);
  const all: string[] = [];
  for (let skip: unknown = 0, pages = 0; skip !== undefined; pages++) {
    const args = { query: "name\\d+", value_counts: true, token_budget: 1500, skip };
    const { values, next_skip } = await tools.ask("search_content", args);
    assert(Array.isArray(values) && values.length > 0 && pages < 20);
    all.push(...values.map(({ value }) => value));
    skip = next_skip;
  }
  assertEquals(all, names);
});

Deno.test("a value of over 500 characters is cut, and one with a control character is quoted in text, others are plain", async () => {
  const { text, structured } = await answered({ query: "=(.*)", value_counts: true }, {
    "a.txt": `=${"😀".repeat(501)}\n= b\n="q"\n=\tc\n`,
  });
  const long = "😀".repeat(500) + "…";
  assertEquals(
    text.replace(/; ~\d+ tokens/, ""),
    `1 "\\tc"\n1  b\n1 "q"\n1 ${long}\n[4 matches; 4 values]\n${OF_GROUP}`,
  );
  assertEquals(Object(structured.values)[3], { value: long, value_truncated: true, count: 1 });
});

Deno.test("a value over several lines has LF, in files with CR LF as in others", async () => {
  const query = { query: "begin\\n\\w+", multiline: true, value_counts: true };
  const { structured } = await answered(query, { "a.txt": "begin\nx\n", "b.txt": "begin\r\nx\r\n" });
  assertEquals(structured.values, [{ value: "begin\nx", count: 2, files: 2 }]);
});

Deno.test("in a list each query has its own group", async () => {
  const { structured } = await answered({ query: ["TODO\\((b)", "on(e)", "two"], value_counts: true });
  assertEquals(structured.values, [
    { value: "b", count: 1 },
    { value: "e", count: 1 },
    { value: "two", count: 1 },
  ]);
});

Deno.test("50 values are shown by default, and the rest is told", async () => {
  const { text, structured } = await answered({ query: "v\\d+", value_counts: true }, {
    "a.txt": Array.from({ length: 60 }, (_, i) => `v${i}`).join("\n"),
  });
  assertEquals([Object(structured.values).length, structured.next_skip], [50, 50]);
  assertEquals(text.split("\n").at(-1), "[50 of 60 values shown (limit); for the rest: skip=50]");
});

Deno.test("a bracket that is escaped, in a class or only groups is no group whose text is counted", async () => {
  for (const query of ["TODO\\(", "TODO[(]", "(?:TODO)", "(?=TODO)T", "\\QTODO(\\E"]) {
    assertEquals((await answered({ query, value_counts: true })).structured.notes, undefined, query);
  }
  for (const query of ["(TODO)", "(?<name>TODO)", "(?P<name>TODO)", "[^\\]](TODO)"]) {
    assertEquals((await answered({ query, value_counts: true })).structured.notes, [OF_GROUP.slice(1, -1)], query);
  }
});

Deno.test("value_counts excludes the other forms, and the error names both with their cost", async () => {
  const { text, structured, isError } = await answered({ ...OWNERS, total_only: true, counts_by: "directory" });
  assertEquals(isError, true);
  assertEquals(
    text,
    `CONFLICTING_FORMATS: value_counts, counts_by=directory, total_only exclude one another: an answer has one form.
Cost in tokens: total_only ~10, count_only_matches (counts_by) 50-200, value_counts ~10 a value, summary_only ` +
      `500-2000, group_by_file 2000-10000, none of them (full) 2000-50000+. The cheapest of yours: total_only.`,
  );
  assertEquals(Object(structured.error).code, "CONFLICTING_FORMATS");
});

Deno.test("a tally that finds nothing has the hints of a search", async () => {
  const { text, structured, found } = await answered({ query: "(TODONE)", value_counts: true, case: "sensitive" }, {
    "a.ts": "todone\n",
  });
  assertEquals(found, false);
  assertEquals(text.split("\n"), [
    "[0 matches; searched 1 file]",
    "[1 match in other letter case: case=insensitive]",
  ]);
  assertEquals(structured.values, []);
});
