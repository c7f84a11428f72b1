/** Runs the bench on a few files, with a real server and a real ripgrep; ignores its figures. */
import { assert, assertEquals } from "@std/assert";
import { type QuestionOutcome, timePairs } from "../../../bench/measure/pairs.ts";
import { benchTree } from "../../../bench/measure/tree_bench.ts";
import { plantTree } from "../../../bench/plant_tree.ts";
import { ripgrep } from "../../../bench/programs/peers.ts";
import { BENCH_SETUPS, lineOf, reuseServer, startServer } from "../../../bench/programs/setups.ts";
import type { Question } from "../../../bench/questions/questions.ts";
import { searchQuestion } from "../../../bench/questions/search_question.ts";
import { MAIN, tempTree } from "../../program.ts";

const PLAN = { isMade: true, name: "a few files", pairs: 1, seed: 1, cacheMb: 64, isQuick: true };
const ONLY = ["a rare word: total", "a common word: counts", "every page (ripgrep)"];

Deno.test("the quick form measures a tree of a few files beside another checkout, and the answers agree", async () => {
  await inTree(async (root) => {
    const plan = { ...PLAN, root, setUps: ["in process"], only: ONLY, before: MAIN };
    const { result, wrong } = await benchTree(plan, () => {});
    const [{ rows }] = result.setUps;
    assertEquals([wrong, rows.map(({ group, question }) => `${group}: ${question}`)], [[], [
      "list cold: all files, every page (ripgrep)",
      "rare: a rare word: total",
      "counts: a common word: counts",
      "list: all files, every page (ripgrep)",
    ]]);
    for (const { ours, theirs, ratio, before } of rows) {
      assert(ours > 0 && theirs > 0 && ratio > 0 && before !== undefined && before.ms > 0);
    }
    assertEquals([result.tree.files, result.starts.length], [12, 2]);
  });
});

Deno.test("an answer that differs from the peer's is reported with both questions", async () => {
  await inTree(async (root) => {
    const same = searchQuestion("rare", "all lines", "total", () => ({ query: "^" }));
    const wrong: Question = { ...same, counts: (stdout, isCut) => same.counts(stdout, isCut) + 1 };
    const outcome = await once(root, wrong);
    assert("differs" in outcome);
    const [, ours, theirs] = /^fossick (\d+), ripgrep (\d+): \{"roots":\["\."\]/.exec(outcome.differs) ?? [];
    assertEquals(Number(theirs) - Number(ours), 1);
  });
});

Deno.test("where our lines are cut, the peer counts, and the totals agree", async () => {
  await inTree(async (root) => {
    const cut = searchQuestion("lines", "every line", "grouped", () => ({ query: "^", args: { limit: 5 } }));
    assert("ratio" in await once(root, cut));
  });
});

async function once(root: string, question: Question): Promise<QuestionOutcome> {
  await using server = await startServer(await lineOf(BENCH_SETUPS[1], root, 64));
  return await timePairs(question, ripgrep(), { root, pairs: 1, ...reuseServer(server) });
}

async function inTree(work: (root: string) => Promise<void>): Promise<void> {
  using directory = tempTree({});
  plantTree(directory.path, { files: 12, bytes: 2000 });
  await work(directory.path);
}
