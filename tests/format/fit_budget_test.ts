/** Parts that fit a budget. @module */
import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { CurrentCall, JSON_SPELLING } from "../../src/format/current_call.ts";
import { fit, isWithinBudget } from "../../src/format/fit_budget.ts";
import { listAnswer, type ListAnswerOptions } from "../../src/format/list_answer.ts";
import { fitOutline, outlineLine, restOutline, shallowest } from "../../src/format/read/definition_views.ts";
import { asAnswer, shareFairly } from "../../src/format/read/read_view.ts";
import { fitDefinitions } from "../../src/format/search/shown_definitions.ts";
import { answerTokens, estimateTokens } from "../../src/format/token_estimate.ts";
import type { Definition } from "../../src/model/definition.ts";
import type { CountedDirectory, ListReport } from "../../src/model/report.ts";
import type { FoundDefinition } from "../../src/model/search_report.ts";
import { type Random, seeded } from "../seed.ts";
import { CURRENT_CALL, hit } from "./search_fixtures.ts";

/** A renderer of records with these costs, on top of `around`. It counts its calls and the records it renders. */
function writer(costs: readonly number[], around: number) {
  const sums = [around];
  for (const cost of costs) sums.push(sums[sums.length - 1] + cost);
  const done = { written: 0, tries: 0 };
  function write(count: number): { count: number; tokens: number } {
    done.written += count;
    done.tries++;
    return { count, tokens: sums[count] };
  }
  return { sums, done, write };
}

function randomCosts(random: Random): number[] {
  const size = random.pick([0, 1, 2, 10, 399, 400, 401, 1_600, 1_601, 5_000]), large = random.pick([0, 0.01, 0.3]);
  const slope = random.pick([0, 0, 1 / 50]);
  return Array.from({ length: size }, (_, i) => {
    return 1 + random.int(20) + Math.floor(i * slope) + (random.chance(large) ? random.int(3_000) : 0);
  });
}

Deno.test("as many records are kept as fit, even if their sizes differ much", () => {
  const random = seeded("most within");
  for (let i = 0; i < 500; i++) {
    const costs = randomCosts(random), { sums, write } = writer(costs, random.int(50));
    const budget = random.chance(0.1) ? 0 : 60 + random.int(2 * sums[costs.length]);
    const most = sums.findLastIndex((tokens) => isWithinBudget(tokens, budget));
    const { count } = fit(costs.length, budget, write);
    assertEquals(count, Math.max(0, most), `${costs.length} records, ${sums[costs.length]} tokens of ${budget}`);
  }
});

Deno.test("a share is all that a part costs, or as much as every other part that is cut", () => {
  const random = seeded("share_fairly");
  for (let round = 0; round < 500; round++) {
    const costs = Array.from({ length: 1 + random.int(20) }, () => random.int(random.pick([10, 1000])));
    const total = random.int(5000), shares = shareFairly(costs, total), sum = shares.reduce((a, b) => a + b, 0);
    assert(sum <= total && shares.every((share, i) => share <= costs[i]), JSON.stringify({ costs, total, shares }));
    const cut = shares.filter((share, i) => share < costs[i]), most = Math.max(...cut, 0), least = Math.min(...cut);
    // Whole tokens can't always be shared equally.
    assert(cut.length === 0 || most - least <= 1, JSON.stringify({ costs, total, shares }));
    assert(cut.length === 0 || shares.every((share) => share <= most), JSON.stringify({ costs, total, shares }));
    assertEquals(cut.length === 0, costs.reduce((a, b) => a + b, 0) <= total);
    if (cut.length > 0) assert(total - sum < costs.length);
  }
});

const GO_HIT = hit(4, "function go() {", 9, 11);

function method(name: string, line: number): Definition {
  return { name, kind: "method", startLine: line, endLine: line, depth: 1, nameLine: line };
}

Deno.test("definitions share their tokens, each whole, as an outline or not at all; the shortest come first", () => {
  const random = seeded("definitions shown");
  for (let turn = 0; turn < 200; turn++) {
    const found = Array.from({ length: 1 + random.int(3) }, (_, i): FoundDefinition => {
      const lines = Array.from({ length: 1 + random.int(120) }, () => `  call("${"x ".repeat(random.int(20))}");`);
      const members = Array.from({ length: random.int(60) }, (_, k) => method(`run${k}`, k));
      const path = `f${i}.ts`;
      return { path, hit: GO_HIT, startLine: 1, endLine: lines.length, lines, members, name: "go", isAlone: true };
    });
    const shown = fitDefinitions(found, 800),
      texts = shown.map(({ text, shownMembers }) => text ?? shownMembers ?? []);
    assert(estimateTokens(JSON.stringify(texts.map((lines) => lines.join("\n")))) <= 800);
    for (const [i, { text }] of shown.entries()) {
      if (text !== undefined) assertEquals(text, found[i].lines);
      // One without members may have fewer lines and more tokens.
      const shorter = found.flatMap((one, k) => one.endLine < found[i].endLine && one.members.length > 0 ? [k] : []);
      if (text !== undefined) assert(shorter.every((k) => shown[k].text !== undefined || shown[k].shownMembers));
    }
  }
});

/** Definitions on random lines, nested at random. */
function randomDefinitions(random: Random): Definition[] {
  let line = 1, depth = 0;
  return Array.from({ length: random.int(80) }, (_, i) => {
    depth = i === 0 ? 0 : random.int(depth + 2);
    const startLine = line, endLine = startLine + random.int(50);
    line += 1 + random.int(20);
    return { name: `name${i}`, kind: random.pick(["class", "method"]), startLine, endLine, depth, nameLine: startLine };
  });
}

Deno.test("of an outline that is too long the deepest definitions are left out, and it keeps to the budget", () => {
  const random = seeded("outline_answer");
  for (let round = 0; round < 80; round++) {
    const definitions = randomDefinitions(random), budget = 150 + random.int(3000);
    const report = {
      op: "outline",
      path: "a.ts",
      size: 9999,
      totalLines: 900,
      language: "typescript",
      definitions,
    } as const;
    const { answer: { text, structured } } = fitOutline(report, budget, {
      notes: [],
      currentCall: CURRENT_CALL,
    }, asAnswer("both"));
    const tokens = Math.max(countTokens(text), countTokens(JSON.stringify(structured)));
    assert(tokens <= budget, `${tokens} of ${budget} tokens`);
    const shown: { name: string; depth: number }[] = Object(structured).definitions;
    const names = new Set(shown.map(({ name }) => name)), left = definitions.filter(({ name }) => !names.has(name));
    const deepest = Math.max(0, ...shown.map(({ depth }) => depth));
    assert(left.every(({ depth }) => depth >= deepest), JSON.stringify(left[0]));
    assertEquals(shown.map(({ name }) => name), definitions.flatMap(({ name }) => names.has(name) ? [name] : []));
    assertEquals(structured.truncated, left.length > 0);
    assertEquals(
      text.split("\n").slice(0, shown.length),
      shallowest(definitions, shown.length).map((one) => outlineLine(one)),
    );
  }
});

Deno.test("the outline of the rest has what begins after the last line, in a tenth of the budget", () => {
  const random = seeded("rest_outline");
  for (let round = 0; round < 80; round++) {
    const definitions = randomDefinitions(random), after = random.int(500), budget = random.int(4000);
    const rest = definitions.filter(({ startLine }) => startLine > after),
      lines = restOutline(definitions, after, budget);
    assert(countTokens(lines.join("\n")) <= budget / 10);
    const more = Number(/^… (\d+) more$/.exec(lines.at(-1) ?? "")?.[1] ?? 0), shown = lines.length - (more > 0 ? 1 : 0);
    if (lines.length > 0) assertEquals(shown + more, rest.length);
    assertEquals(
      lines.slice(0, shown).map((line) => / (name\d+)$/.exec(line)?.[1]),
      shallowest(rest, shown).map(({ name }) => name),
    );
  }
});

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
