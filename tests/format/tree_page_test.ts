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

Deno.test("a tree has a line for each directory, indented, with its files and directories; those without are left out", () => {
  assertEquals(answer({ total: 8 }), {
    text: [
      "[path, files and directories below it]",
      "./ 60 9",
      ' " odd/" 1',
      " docs/ 9",
      " src/ 40 5 (1 not shown)",
      "  a b/ 30 2",
      "  lib/deep/ 6",
      "[69 entries]",
      "[6 of 8 directories shown, the largest of each level: narrow roots or depth for the others.]",
    ],
    structured: {
      total: 69,
      directories: [
        { path: ".", files: 60, directories: 9 },
        { path: " odd", files: 1, directories: 0 },
        { path: "docs", files: 9, directories: 0 },
        { path: "src", files: 40, directories: 5, not_shown: 1 },
        { path: "src/a b", files: 30, directories: 2 },
        { path: "src/lib/deep", files: 6, directories: 0 },
      ],
      truncated: true,
      truncated_by: "limit",
      hints: ["6 of 8 directories shown, the largest of each level: narrow roots or depth for the others."],
    },
  });
});

Deno.test("absolute paths are those of the directories; roots outside the project stand on their own", () => {
  const directories = [
    { path: "/other", files: 1, directories: 0, children: 0 },
    { path: ".", files: 2, directories: 1, children: 1 },
    { path: "src", files: 1, directories: 0, parent: 1, children: 0 },
  ];
  const { text, structured } = answer({ directories }, { absoluteFrom: "/p" });
  assertEquals(text, ["[path, files and directories below it]", "/other/ 1", "/p/ 2 1", " src/ 1", "[69 entries]"]);
  assertEquals(structured.directories, [
    { path: "/other", files: 1, directories: 0 },
    { path: "/p", files: 2, directories: 1 },
    { path: "/p/src", files: 1, directories: 0 },
  ]);
});

Deno.test("a tree over the budget is its first levels, and gives the call with a higher budget", () => {
  const many = Array.from({ length: 90 }, (_, i) => ({
    ...{ path: `src/part${i}`, files: 1, directories: 0, parent: 0, children: 0 },
  }));
  const directories = [{ path: "src", files: 90, directories: 90, children: 90 }, ...many];
  const { text, structured } = answer({ directories }, { budget: 200 });
  const shown = text.filter((line) => line.startsWith(" part")).length;
  const hint = `${shown + 1} of 91 directories shown, the largest of each level. More: tree=true, token_budget=800`;
  assertEquals(text[1], `src/ 90 90 (${90 - shown} not shown)`);
  assertEquals(text.slice(-2), ["[69 entries]", `[${hint}]`]);
  assertEquals(structured.hints, [hint]);
  assertEquals(structured.truncated_by, "token_budget");
});

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
