import { assert, assertEquals } from "@std/assert";
import { CurrentCall, JSON_SPELLING } from "../../src/format/current_call.ts";
import { isWithinBudget } from "../../src/format/fit_budget.ts";
import { listAnswer, type ListAnswerOptions } from "../../src/format/list_answer.ts";
import { answerTokens } from "../../src/format/token_estimate.ts";
import type { CountedDirectory, ListReport } from "../../src/model/report.ts";
import { type Random, seeded } from "../seed.ts";

const TREE: readonly CountedDirectory[] = [
  { path: ".", files: 60, directories: 9, children: 3 },
  { path: "src", files: 40, directories: 5, parent: 0, children: 3 },
  { path: "docs", files: 9, directories: 0, parent: 0, children: 0 },
  { path: " odd", files: 1, directories: 0, parent: 0, children: 0 },
  { path: "src/a b", files: 30, directories: 2, parent: 1, children: 1 },
  { path: "src/lib/deep", files: 6, directories: 0, parent: 1, children: 0 },
];

function answer(tree: Partial<ListReport["tree"]>, changes: Partial<ListAnswerOptions> = {}) {
  const directories = tree?.directories ?? TREE, total = tree?.total ?? directories.length;
  const report: ListReport = {
    op: "list",
    entries: [],
    tree: { directories, total },
    total: 69,
    searched: 69,
    skipped: {},
  };
  const { text, structured } = listAnswer(report, {
    skip: 0,
    budget: 0,
    metadata: false,
    sort: "path",
    asTree: true,
    notes: [],
    hints: [],
    currentCall: new CurrentCall("list_files", { tree: true }, JSON_SPELLING),
    ...changes,
  });
  return { text: text.split("\n"), structured };
}

/** A random tree with the directories of each level after those above it, as the engine reports them. */
function randomTree(random: Random): CountedDirectory[] {
  const paths = ["."], parents: number[] = [-1];
  for (let i = 1 + random.int(200); i > 0; i--) {
    const parent = Math.min(paths.length - 1, random.int(Math.min(40, i))), above = paths[parent];
    paths.push(`${above === "." ? "" : above + "/"}${random.pick(["lib", "a b", "日本", "[x]", '"q'])}${i}`);
    parents.push(parent);
  }
  return paths.map((path, i) => ({
    path,
    files: random.int(5000),
    directories: random.int(20),
    ...(i > 0 && { parent: parents[i] }),
    children: parents.filter((parent) => parent === i).length,
  }));
}

Deno.test("within any budget of what is sent, a tree has no directory without the one above it", () => {
  const random = seeded("budgets of trees");
  for (let round = 0; round < 30; round++) {
    const directories = randomTree(random), sentAs = random.pick(["text", "structured", "both"] as const);
    const budget = 80 + random.int(1500);
    const currentCall = new CurrentCall("list_files", { tree: true }, JSON_SPELLING, sentAs);
    const { text, structured } = answer({ directories }, { budget, currentCall });
    const shown = shownIn(structured), what = `${sentAs} ${budget}\n${text.join("\n")}`;
    const tokens = answerTokens(text.join("\n"), structured, sentAs);
    assert(shown.length === 0 || isWithinBudget(tokens, budget), what);
    const first = directories.slice(0, shown.length), paths = first.map(({ path }) => path);
    assertEquals(shown.map(({ path }) => path).sort(), paths.toSorted(), what);
    for (const { path, not_shown = 0 } of shown) {
      const at = paths.indexOf(path), below = first.filter(({ parent }) => parent === at).length;
      assertEquals(not_shown, below === 0 ? 0 : directories[at].children - below, what);
    }
    assertEquals(structured.truncated_by, shown.length < directories.length ? "token_budget" : undefined, what);
    if (shown.length > 0) {
      assertEquals(
        text.filter((line) => /\/"? \d+( \d+)?( \(\d+ not shown\))?$/.test(line)).length,
        shown.length,
        what,
      );
    }
  }
});

interface Shown {
  readonly path: string;
  readonly not_shown?: number;
}

function shownIn({ directories }: Record<string, unknown>): readonly Shown[] {
  return Array.isArray(directories) ? directories : [];
}
