import { assert, assertEquals } from "@std/assert";
import { isWithinBudget } from "../../../src/format/fit_budget.ts";
import { answerTokens } from "../../../src/format/token_estimate.ts";
import type { Answer } from "../../../src/toolsets/tool.ts";
import { type OpenTools, openTools } from "../../open_tools.ts";
import { tempTree } from "../../program.ts";
import { type Random, seeded } from "../../seed.ts";

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
