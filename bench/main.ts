/**
 * `deno task bench [TREE] [options]`: compares fossick with ripgrep and fd, as medians of interleaved pairs, and with
 * fff where npm can install it.
 *
 * Ratio = the other program's whole-process time / the time from sending a call to its whole answer. Both get the same
 * question; a differing answer fails the bench. Without TREE the bench generates its trees.
 *
 *   --quick         a smaller tree, fewer questions and pairs: under a minute
 *   --large         78,000 files, 1.3 GB, instead of 15,000 files, 70 MB; and a file of a gigabyte
 *   --gigabyte      the file of a gigabyte alone
 *   --rest          memory and processor time of an idle server, alone (Linux)
 *   --growth        1,000, 10,000 and 100,000 files, alone
 *   --binary PATH   also starts a compiled fossick
 *   --before DIR    also asks the fossick of another checkout; --before-set-up NAME: always under that set-up
 *   --pairs N       pairs of each question; --set-up NAME and --only WORD (both repeatable) select a part
 *   --cache-mb N, --seed N
 *   --write         into docs/bench.md, docs/bench-questions.md, docs/*.svg and results.json; --json prints the results
 * @module
 */
import { parseArgs } from "node:util";
import { join } from "@std/path";
import { installFff } from "./programs/fff.ts";
import { GIGABYTE, measureDistantLines } from "./measure/gigabyte.ts";
import { GOALS, ratioBeside, reached, sizeOf } from "./report/goals.ts";
import { measureGrowth, SIZES } from "./measure/growth.ts";
import { digits } from "./report/ratio_plot.ts";
import type { BenchPlan } from "./measure/bench_plan.ts";
import { writeReport } from "./report/report.ts";
import { measureRest, RESTING } from "./measure/rest.ts";
import type { Results, SetUpResult, TreeResult } from "./report/results.ts";
import { BENCH_SETUPS } from "./programs/setups.ts";
import { spread } from "./measure/statistics.ts";
import { plantTree, TREES } from "./plant_tree.ts";
import { benchTree } from "./measure/tree_bench.ts";

const { values, positionals } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    large: { type: "boolean", default: false },
    gigabyte: { type: "boolean", default: false },
    growth: { type: "boolean", default: false },
    rest: { type: "boolean", default: false },
    before: { type: "string" },
    "before-set-up": { type: "string" },
    binary: { type: "string" },
    pairs: { type: "string" },
    "set-up": { type: "string", multiple: true, default: [] },
    only: { type: "string", multiple: true, default: [] },
    "cache-mb": { type: "string" },
    seed: { type: "string" },
    write: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});

/** Pairs where none are given. */
const PAIRS = { quick: 2, small: 7, large: 5 } as const;
/** Megabytes of cache for each tree. */
const CACHE_MB = { quick: 512, small: 512, large: 2048 } as const;
/** The set-ups of the quick form. */
const QUICK_SET_UPS = ["threads", "in process"];

const size = values.quick ? "quick" : values.large ? "large" : "small";
const pairs = Number(values.pairs ?? PAIRS[size]);
const tell = (line: string) => values.json ? console.error(line) : console.log(line);
const wrong: string[] = [];
if (values.write && values.before !== undefined) throw new Error("--write publishes no figures of another checkout");
for (const wanted of [...values["set-up"], values["before-set-up"] ?? []].flat()) {
  const names = BENCH_SETUPS.map(({ name }) => name);
  if (!names.includes(wanted)) throw new Error(`--set-up ${wanted}: there are ${names.join("; ")}`);
}

const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-" }));
try {
  const results = await measure();
  if (values.json) console.log(JSON.stringify(results, undefined, 1));
  if (values.write) await writeReport(results);
} finally {
  Deno.removeSync(base, { recursive: true });
}
for (const difference of wrong) console.error(`differs: ${difference}`);
Deno.exit(wrong.length === 0 ? 0 : 1);

async function measure(): Promise<Results> {
  if (values.rest) return { rest: await rest() };
  if (values.growth) return { growth: await growth() };
  if (values.gigabyte) return { gigabyte: await gigabyte() };
  const result = await tree();
  return size === "large" ? { large: result, gigabyte: await gigabyte() } : { small: result };
}

async function tree(): Promise<TreeResult> {
  const root = join(base, "tree"), [given] = positionals;
  if (given === undefined) {
    // fd asks for a git directory before it takes notice of .gitignore.
    Deno.mkdirSync(join(root, ".git"), { recursive: true });
    plantTree(root, TREES[size]);
  }
  const { result, wrong: found } = await benchTree(
    await planFor(given === undefined ? root : Deno.realPathSync(given)),
    tell,
  );
  if (given === undefined) Deno.removeSync(root, { recursive: true });
  wrong.push(...found);
  summarize(result);
  return result;
}

async function planFor(root: string): Promise<BenchPlan> {
  const isMade = positionals.length === 0;
  const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]) >>> 0;
  tell(`--seed ${seed}`);
  return {
    name: isMade ? "a tree made on the spot" : "a tree that was named",
    root,
    isMade,
    pairs,
    seed,
    cacheMb: Number(values["cache-mb"] ?? CACHE_MB[size]),
    isQuick: values.quick,
    setUps: values["set-up"].length === 0 && values.quick ? QUICK_SET_UPS : values["set-up"],
    only: values.only,
    fff: await installFff(),
    ...(values.before === undefined ? {} : { before: join(Deno.realPathSync(values.before), "main.ts") }),
    ...(values["before-set-up"] === undefined ? {} : { beforeSetUp: values["before-set-up"] }),
    ...(values.binary === undefined ? {} : { binary: Deno.realPathSync(values.binary) }),
  };
}

function summarize(result: TreeResult): void {
  const size = sizeOf(result);
  for (const setUp of result.setUps) {
    tell(`\n${setUp.name}: lowest ratio, median, how many below 1`);
    for (const goal of GOALS) {
      const found = reached(goal, setUp, size);
      if (found === undefined) continue;
      const { lowest, median, below, count, isMet } = found;
      tell(
        `  ${goal.words.padEnd(46)} ≥ ${String(goal.least[size]).padEnd(5)}${digits(lowest).padStart(6)} ${
          digits(median).padStart(6)
        }  ${below} of ${count}${isMet ? "" : "  missed"}`,
      );
    }
    summarizeBefore(setUp);
  }
}

/** Prints the ratios to the other checkout over all rows. */
function summarizeBefore({ rows }: SetUpResult): void {
  const found = spread(rows.flatMap(ratioBeside("before")));
  if (found === undefined) return;
  const { lowest, median, below, count } = found;
  tell(
    `  ${"beside the other checkout".padEnd(53)}${digits(lowest).padStart(6)} ${
      digits(median).padStart(6)
    }  ${below} of ${count}`,
  );
}

async function rest() {
  const measured = await measureRest(base, RESTING, pairs);
  for (const one of measured) tell(JSON.stringify(one));
  return measured;
}

async function growth() {
  const grown = await measureGrowth(base, SIZES, pairs);
  for (const one of grown) tell(JSON.stringify(one));
  return grown;
}

async function gigabyte() {
  const far = await measureDistantLines(base, GIGABYTE, pairs);
  tell(JSON.stringify(far));
  return far;
}
