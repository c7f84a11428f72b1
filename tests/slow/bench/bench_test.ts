/** Runs the bench on a few files, with a real server and a real ripgrep; ignores its figures. */
import { assert, assertEquals } from "@std/assert";
import { HAS_PROC, totalProcessorMs } from "../../process_stats.ts";
import { MAIN, tempTree } from "../../program.ts";
import { randomOf } from "../../seed.ts";
import { CHANGES } from "../../../bench/questions/changes.ts";
import { installFff } from "../../../bench/programs/fff.ts";
import { measureDistantLines } from "../../../bench/measure/gigabyte.ts";
import { measureGrowth } from "../../../bench/measure/growth.ts";
import { type QuestionOutcome, type Rival, timePairs } from "../../../bench/measure/pairs.ts";
import { ripgrep } from "../../../bench/programs/peers.ts";
import type { Question } from "../../../bench/questions/questions.ts";
import { measureRest } from "../../../bench/measure/rest.ts";
import { searchQuestion } from "../../../bench/questions/search_question.ts";
import { BENCH_SETUPS, lineOf, reuseServer, startServer } from "../../../bench/programs/setups.ts";
import { plantTree } from "../../../bench/plant_tree.ts";
import { benchTree } from "../../../bench/measure/tree_bench.ts";

const PLAN = {
  isMade: true,
  name: "a few files",
  pairs: 1,
  seed: 1,
  cacheMb: 64,
  isQuick: true,
  setUps: ["in process"],
  fff: { missing: "not wanted here" },
};
const ONLY = ["a rare word: total", "a common word: counts", "every page (ripgrep)"];

Deno.test("the quick form measures a tree of a few files, and the answers agree", async () => {
  await inTree(async (root) => {
    const told: string[] = [];
    const { result, wrong } = await benchTree({ ...PLAN, root, only: ONLY }, (line) => told.push(line));
    assertEquals(wrong, []);
    assertEquals(result.setUps.map(({ rows }) => rows.map(({ group, question }) => `${group}: ${question}`)), [[
      "list cold: all files, every page (ripgrep)",
      "rare: a rare word: total",
      "counts: a common word: counts",
      "list: all files, every page (ripgrep)",
    ]]);
    for (const { ours, theirs, ratio } of result.setUps[0].rows) assert(ours > 0 && theirs > 0 && ratio > 0);
    assertEquals([result.tree.files, result.starts.length], [12, 1]);
    assertEquals(result.leftOut.filter((reason) => reason.includes("fff")), ["everything beside fff: not wanted here"]);
    assert(told.some((line) => line.startsWith("a rare word: total")), told.join("\n"));
  });
});

Deno.test("fff and another checkout get the same questions, and rows have their times", async () => {
  await inTree(async (root) => {
    const fff = await installFff(), only = ["a rare word: counts", "a common word: the first 50"];
    const { result, wrong } = await benchTree({ ...PLAN, root, only, fff, before: MAIN }, () => {});
    assertEquals(wrong, []);
    const rivals = "missing" in fff ? ["before"] : ["before", "fff"];
    const [{ rows }] = result.setUps;
    assertEquals(rows.map(({ group, beside = {} }) => [group, ...Object.keys(beside).sort()]), [
      ["rare", ...rivals],
      ["first lines", ...rivals],
    ]);
    for (const { ms, ratio } of rows.flatMap(({ beside = {} }) => Object.values(beside))) assert(ms > 0 && ratio > 0);
    assertEquals(result.leftOut.some((reason) => reason.startsWith("everything beside fff")), "missing" in fff);
    assertEquals(result.starts.map(({ program }) => program), ["source", "source before"]);
  });
});

Deno.test("without npm fff is missing, and the reason is reported", async () => {
  assertEquals(await installFff("no-such-npm"), { missing: "no-such-npm and node are not both on the PATH" });
});

Deno.test("a rival whose answer differs has no time, and its answer is reported", async () => {
  await inTree(async (root) => {
    const rival: Rival = {
      name: "fff",
      ask: (_question, _asking, total) => Promise.resolve({ ms: 1, total: total - 1 }),
    };
    const outcome = await once(root, searchQuestion("rare", "all lines", "total", () => ({ query: "^" })), [rival]);
    assert("beside" in outcome && "differs" in outcome.beside.fff);
    const [, theirs, right] = /^(\d+), not (\d+)$/.exec(outcome.beside.fff.differs) ?? [];
    assertEquals(Number(right) - Number(theirs), 1);
  });
});

Deno.test("a question's change is made before each round, and both programs see it", async () => {
  await inTree(async (root) => {
    const words = { word: () => "round", extensions: [], directory: "." };
    const question = CHANGES(words, randomOf(1)).find(({ name }) => name.includes("in the root"));
    assert(question !== undefined);
    assert("ratio" in await once(root, question));
    const there = [...Deno.readDirSync(root)].map(({ name }) => name).filter((name) => name.startsWith("fossick-"));
    assertEquals(there.sort(), ["fossick-0.txt", "fossick-1.txt"]);
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

Deno.test("memory and processor time of an idle server are measured", { ignore: !HAS_PROC }, async () => {
  using directory = tempTree({});
  const plan = { files: 9, watchedFiles: 12, secondMs: 20, fromStartMs: 0, watchingMs: 20 };
  const rest = await measureRest(directory.path, plan, 1);
  assertEquals(rest.map(({ setUp, files, watchedFiles }) => [setUp, files, watchedFiles]), [
    ["threads", 9, 12],
    ["in process", 9, 12],
  ]);
  for (const { memory, afterAnswer, watching } of rest) assert(memory > 10 && afterAnswer >= 0 && watching >= 0);
});

Deno.test("processor time includes all threads", { ignore: !HAS_PROC }, async () => {
  const before = totalProcessorMs(Deno.pid),
    code = "const end = Date.now() + 200; while (Date.now() < end); postMessage(0); close();";
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(code)}`, { type: "module" });
  await new Promise((resolve) => worker.onmessage = resolve);
  worker.terminate();
  assert(totalProcessorMs(Deno.pid) > before);
});

Deno.test("growth is measured from one size to the next", async () => {
  using directory = tempTree({});
  const base = directory.path;
  const grown = await measureGrowth(base, [9], 1);
  assertEquals(grown.map(({ files }) => files), [9]);
  assertEquals([...Deno.readDirSync(base)], []);
});

Deno.test("lines far down a file are those that sed prints", { ignore: Deno.build.os === "windows" }, async () => {
  await inTree(async (root) => {
    const { bytes, first, again, wc } = await measureDistantLines(root, { lines: 25_000, line: 20_000 }, 1);
    assert(bytes > 1e6 && first > 0 && again > 0 && wc > 0);
  });
});

async function once(root: string, question: Question, rivals: readonly Rival[] = []): Promise<QuestionOutcome> {
  await using server = await startServer(await lineOf(BENCH_SETUPS[1], root, 64));
  return await timePairs(question, ripgrep(), { root, pairs: 1, rivals, ...reuseServer(server) });
}

async function inTree(work: (root: string) => Promise<void>): Promise<void> {
  using directory = tempTree({});
  const root = directory.path;
  plantTree(root, { files: 12, bytes: 2000 });
  await work(root);
}
