import { assertEquals } from "@std/assert";
import { openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";

/** Four directories below two packages, and a file at the top. */
const FILES = {
  "README": "x\n",
  "packages/a/src/one.ts": "x\nx\n",
  "packages/a/test/one_test.ts": "x\n",
  "packages/b/src/two.ts": "x\n",
  "packages/b/src/deep/three.d.ts": "x\n",
  "packages/b/.hidden": "x\n",
};

type Asked = Record<string, unknown> & { readonly text: string };

async function asked(args: Record<string, unknown>, files: Record<string, string> = FILES): Promise<Asked> {
  using tree = tempTree(files);
  using tools = await openTools("default", [tree.path]);
  const { text, structured } = await tools.call("search_content", { query: "x", ...args });
  return { ...structured, text };
}

Deno.test("counts_by directory counts in the directory that holds a file, most first, then by path", async () => {
  assertEquals(await asked({ counts_by: "directory" }), {
    text: `packages/a/src:2
.:1
packages/a/test:1
packages/b/src:1
packages/b/src/deep:1
[6 matches in 5 files]`,
    total: 6,
    files_matched: 5,
    counts_by: "directory",
    counts: { ".": 1, "packages/a/src": 2, "packages/a/test": 1, "packages/b/src": 1, "packages/b/src/deep": 1 },
    truncated: false,
  });
  const { counts } = await asked({ counts_by: "directory", roots: ["packages"], hidden: true });
  assertEquals(Object.entries(Object(counts))[2], ["packages/b", 1]);
});

const BY = { counts_by: "directory" };
/** 120 directories in 12, with a file in each. */
const MANY = Object.fromEntries(
  Array.from({ length: 120 }, (_, i) => [`lib/part${i % 12}/module${i}/index.ts`, "x\n"]),
);

Deno.test("counts_by directory over the budget is summed one level up, as often as it takes, and says so", async () => {
  const rows = await Promise.all([0, 500, 150].map(async (token_budget) => {
    const { counts, depth, degraded_from, truncated_by, notes = "" } = await asked({ ...BY, token_budget }, MANY);
    const note = String(notes).replace(/.*(Counts by directory).*, so/, "$1");
    return [Object.keys(Object(counts)).length, depth, degraded_from, truncated_by, note];
  }));
  const summed = ["count_only_matches", "token_budget", "Counts by directory they are summed further up."];
  assertEquals(rows, [[120, undefined, undefined, undefined, ""], [12, 2, ...summed], [1, 1, ...summed]]);
});

Deno.test("counts_by directory under a further root sums below the common directory", async () => {
  using tree = tempTree(FILES);
  using tools = await openTools("default", [`${tree.path}/packages/a`, `${tree.path}/packages/b`]);
  const root = tree.path;
  const args = { query: "x", roots: [`${root}/packages/b`], counts_by: "directory" };
  assertEquals((await tools.ask("search_content", args)).counts, {
    [`${root}/packages/b/src`]: 1,
    [`${root}/packages/b/src/deep`]: 1,
  });
});

Deno.test("limit is the top N of counts, and skip goes on", async () => {
  const first = await asked({ counts_by: "directory", limit: 1 });
  assertEquals([first.counts, first.depth, first.next_skip], [{ "packages/a/src": 2 }, undefined, 1]);
  assertEquals(first.text, "packages/a/src:2\n[6 matches in 5 files; 1 of 5 directories; more: skip=1]");
  const second = await asked({ counts_by: "directory", limit: 2, skip: 1 });
  assertEquals([second.counts, second.next_skip], [{ ".": 1, "packages/a/test": 1 }, 3]);
  const files = await asked({ count_only_matches: true, limit: 1 });
  assertEquals([files.counts, files.next_skip], [{ "packages/a/src/one.ts": 2 }, 1]);
});

Deno.test("counts_by extension sums by the last dot of a name, the greatest sum first", async () => {
  assertEquals(await asked({ counts_by: "extension", hidden: true }), {
    text: ".ts:5\n(none):2\n[7 matches in 6 files]",
    total: 7,
    files_matched: 6,
    counts_by: "extension",
    counts: { ".ts": 5, "(none)": 2 },
    truncated: false,
  });
});

Deno.test("counts_by file is the form count_only_matches, and no conflict with another form", async () => {
  const [byFile, plain] = [await asked({ counts_by: "file" }), await asked({ count_only_matches: true })];
  assertEquals(byFile, plain);
  assertEquals((await asked({ counts_by: "file", total_only: true })).text, "6");
});

Deno.test("counts by file over the budget are summed by directory, as deep as fits, and the answer says so", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`lib/part${i % 40}/module_with_a_name_${i}.ts`, "x\n"]),
  );
  const { text, counts, depth, counts_by, degraded_from, truncated } = await asked({
    count_only_matches: true,
    token_budget: 1000,
  }, many);
  const parts = Array.from({ length: 40 }, (_, i) => [`lib/part${i}`, i < 20 ? 8 : 7]);
  assertEquals(
    { counts, depth, counts_by, degraded_from, truncated },
    {
      counts: Object.fromEntries(parts),
      depth: undefined,
      counts_by: "directory",
      degraded_from: "count_only_matches",
      truncated: true,
    },
  );
  const [, tokens] = /Counts by file would take ~(\d+) tokens/.exec(text) ?? [];
  assertEquals(
    text.split("\n").slice(-1),
    [
      `[Counts by file would take ~${tokens} tokens, over the budget of 1000, so they are summed by directory. ` +
      `By file: count_only_matches=true, counts_by=file]`,
    ],
  );
  const shallow = await asked({ count_only_matches: true, token_budget: 200 }, many);
  assertEquals([shallow.counts, shallow.depth], [{ lib: 300 }, 1]);
});

Deno.test("counts_by file over the budget is cut and paged", async () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`lib/module_with_a_name_${i}.ts`, "x\n"]));
  const { counts, counts_by, truncated_by, next_skip } = await asked({ counts_by: "file", token_budget: 1000 }, many);
  assertEquals(
    [Object.keys(Object(counts)).length, counts_by, truncated_by],
    [next_skip, undefined, "token_budget"],
  );
});

Deno.test("sums show whole paths beside optimize_paths, and absolute ones where asked", async () => {
  const roots = ["packages/a"];
  const { counts, path_prefix } = await asked({ counts_by: "directory", roots, optimize_paths: true });
  assertEquals({ counts, path_prefix }, {
    counts: { "packages/a/src": 2, "packages/a/test": 1 },
    path_prefix: undefined,
  });
  using tree = tempTree(FILES);
  using tools = await openTools("default", [tree.path]);
  const args = { query: "x", roots: ["packages/b/src/deep"], counts_by: "directory", absolute: true };
  const root = tree.path;
  assertEquals((await tools.ask("search_content", args)).counts, { [`${root}/packages/b/src/deep`]: 1 });
});

Deno.test("counts_by beside another form is refused with the cheaper of the two", async () => {
  const { text } = await asked({ counts_by: "extension", group_by_file: true });
  assertEquals(
    text.split("\n")[0],
    "CONFLICTING_FORMATS: group_by_file, counts_by=extension exclude one another: an answer has one form.",
  );
  assertEquals(/yours: (.*)\.$/m.exec(text)?.[1], "count_only_matches");
});
