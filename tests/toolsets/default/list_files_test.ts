/** list_files: sorted lists, trees, and trees in place of lists. */
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path/posix";
import { isWithinBudget } from "../../../src/format/fit_budget.ts";
import { answerTokens } from "../../../src/format/token_estimate.ts";
import type { Answer } from "../../../src/toolsets/tool.ts";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";

const TREE = {
  "a.ts": "1",
  "src/b.ts": "22",
  "src/deep/c.md": "333",
  "src/deep/d.ts": "4444",
  "docs/only/e.md": "55555",
  ".env": "6",
};

Deno.test("a tree counts what the filters let through, at any depth", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const tree = async (args: Record<string, unknown>) =>
    (await tools.call("list_files", { tree: true, ...args })).text.split("\n").slice(1, -1);
  assertEquals(await tree({}), ["./ 5 4", " docs/only/ 1", " src/ 3 1", "  deep/ 2"]);
  assertEquals(await tree({ depth: 1 }), ["./ 5 4", " docs/ 1 1", " src/ 3 1"]);
  assertEquals(await tree({ extensions: ["ts"] }), ["./ 3", " src/ 2", "  deep/ 1"]);
  assertEquals(await tree({ types: ["d"] }), ["./ 0 4", " docs/only/ 0", " src/deep/ 0"]);
  assertEquals(await tree({ roots: ["src", "docs/only"] }), ["docs/only/ 1", "src/ 3 1", " deep/ 2"]);
  assertEquals(await tree({ hidden: true, types: ["f"], exclude: ["docs"] }), ["./ 5", " src/ 3", "  deep/ 2"]);
  assertEquals(await tree({ size: ["+3b"], pattern: "[c-e]" }), ["./ 3", " docs/only/ 1", " src/deep/ 2"]);
});

Deno.test("a list over the budget comes as the tree; an explicit limit, skip or sort asks for the list", async () => {
  using files = tempTree(wideTree(30, 20));
  using tools = await openTools("default", [files.path], { tokenBudget: 2000 });
  const { structured, text } = await tools.call("list_files", {});
  const { directories, hints, notes, ...rest } = structured;
  assert(Array.isArray(directories));
  assertEquals(rest, {
    total: 630,
    format: "tree",
    degraded_from: "list",
    truncated: true,
    truncated_by: "token_budget",
    estimated_tokens: rest.estimated_tokens,
  });
  assertEquals(directories[0], { path: ".", files: 600, directories: 30 });
  assertEquals(
    directories.slice(1),
    Array.from({ length: 30 }, (_, i) => ({ ...rowOf(i), files: 20, directories: 0 })),
  );
  const [note] = Array.isArray(notes) ? notes : [], [hint] = Array.isArray(hints) ? hints : [];
  assert(/^list would take ~\d+ tokens, over the budget of 2000, so this is tree\.$/.test(note), note);
  const advised = /^To list entries, narrow roots or pattern, or page through them: limit=(\d+)$/;
  assert(advised.test(hint) && text.includes(hint) && text.includes(note), hint);
  const page = await tools.call("list_files", { limit: Number(advised.exec(hint)?.[1]) });
  assertEquals([page.structured.degraded_from, page.structured.truncated_by], [undefined, "limit"]);
  for (const args of [{ limit: 1999 }, { skip: 1 }, { sort: "size" }, { sort: "name" }]) {
    const { structured } = await tools.call("list_files", args);
    assertEquals(["entries" in structured, "directories" in structured], [true, false], JSON.stringify(args));
  }
  for (const args of [{ limit: 2000 }, { skip: 0 }, { sort: "path" }, { tree: false }]) {
    assertEquals((await tools.call("list_files", args)).structured.degraded_from, "list", JSON.stringify(args));
  }
});

Deno.test("a list of a single directory is shortened: its tree would be one line", async () => {
  using files = tempTree(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`only/f${i}`, ""])));
  using tools = await openTools("default", [files.path], { tokenBudget: 1000 });
  for (const args of [{}, { roots: ["only"] }, { types: ["f"] }]) {
    const { entries, truncated_by } = await tools.ask("list_files", args);
    assertEquals([Array.isArray(entries) && entries.length > 20, truncated_by], [true, "token_budget"]);
  }
});

Deno.test("arguments that choose a page mean nothing for a tree, and the answer says so", async () => {
  using files = tempTree(TREE);
  using tools = await openTools("default", [files.path]);
  const notes = async (args: Record<string, unknown>) => (await tools.ask("list_files", { tree: true, ...args })).notes;
  assertEquals(await notes({ limit: 5, skip: 2, sort: "size", metadata: true }), [
    "tree ignores limit, skip, sort, metadata.",
  ]);
  assertEquals(await notes({ limit: 2000, skip: 0, sort: "path", metadata: false }), undefined);
});

Deno.test("other tools' names for an order are understood", async () => {
  using files = tempTree({ "a": "1", "b": "333", "c": "22" });
  using tools = await openTools("default", [files.path]);
  for (const args of [{ sort_by: "size" }, { sortBy: "size" }, { sort: "size" }]) {
    const { text } = await tools.call("list_files", args);
    assertEquals(text, "3 b\n2 c\n1 a\n[3 entries]", JSON.stringify(args));
  }
  const { error } = await tools.ask("list_files", { sort: "colour" });
  assertEquals(Object(error).code, "INVALID_ARGUMENT");
});

const ROUNDS = 2, BUDGETS = 12;

Deno.test("within any budget, lists and trees of random trees are true, and what they advise works", async () => {
  const random = seeded("budgets of listings");
  for (let round = 0; round < ROUNDS; round++) {
    using files = tempTree(randomFiles(random));
    using tools = await openTools("default", [files.path]);
    const whole = (await tools.call("list_files", { token_budget: 0, limit: 10_000 })).structured.entries;
    assert(Array.isArray(whole));
    const entries = whole.map(({ path, is_dir }): string => is_dir ? `${path}/` : path);
    for (let i = 0; i < BUDGETS; i++) {
      const budget = 60 + random.int(3000);
      const args = { token_budget: budget, ...(random.chance(0.5) && { tree: true }) };
      await checkAnswer(tools, args, entries, budget);
    }
  }
});

async function checkAnswer(
  tools: OpenTools,
  args: Record<string, unknown>,
  entries: readonly string[],
  budget: number,
) {
  const answer = await tools.call("list_files", args), { structured, text } = answer, what = JSON.stringify(args);
  const rows = rowsOf(answer);
  const isEmpty = rows.length === 0 && !(Array.isArray(structured.entries) && structured.entries.length > 0);
  assert(isEmpty || isWithinBudget(answerTokens(text, structured, "both"), budget), `${what}\n${text}`);
  for (const row of rows) {
    const below = row.path === "." ? entries : entries.filter((path) => path.startsWith(row.path + "/"));
    const directories = below.filter((path) => path.endsWith("/") && path !== row.path + "/").length;
    const files = below.filter((path) => !path.endsWith("/")).length;
    assertEquals([row.files, row.directories], [files, directories], `${what} ${row.path}`);
  }
  assertEquals(treeLinesOf(text), rows.map(({ files, directories }) => [files, directories].join(" ")), what);
}

interface Row {
  readonly path: string;
  readonly files: number;
  readonly directories: number;
}

function rowsOf({ structured: { directories } }: Answer): readonly Row[] {
  return Array.isArray(directories) ? directories : [];
}

/** The counts that a tree's text has, in its order. */
function treeLinesOf(text: string): string[] {
  const [heading, ...lines] = text.split("\n");
  if (!heading.startsWith("[path, files")) return [];
  return lines.flatMap((line) => {
    const counts = /\/"? (\d+)(?: (\d+))?(?: \(\d+ not shown\))?$/.exec(line);
    return counts === null ? [] : [`${counts[1]} ${counts[2] ?? 0}`];
  });
}

function wideTree(directories: number, files: number): Record<string, string> {
  const paths = Array.from(
    { length: directories },
    (_, i) => Array.from({ length: files }, (_, j) => join(rowOf(i).path, `file${j}.ts`)),
  );
  return Object.fromEntries(paths.flat().map((path) => [path, ""]));
}

function rowOf(i: number): { readonly path: string } {
  return { path: `part${String(i).padStart(2, "0")}` };
}

/** Up to 500 files in a random tree, some names of which are long, have blanks or are not ASCII. */
function randomFiles(random: Random): Record<string, string> {
  const names = ["a", "lib", "src", "a b", "日本語", "very_long_directory_name_of_a_package", ".x", "[b]", '"q"'];
  const dirs = [""];
  for (let i = random.int(60); i >= 0; i--) {
    dirs.push(`${random.pick(dirs)}${random.pick(names)}${random.chance(0.3) ? i : ""}/`);
  }
  return Object.fromEntries(
    Array.from({ length: 1 + random.int(500) }, (_, i) => [`${random.pick(dirs)}f${i}.ts`, ""]),
  );
}
