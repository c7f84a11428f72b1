/**
 * `deno task bench [TREE] [options]`: compares fossick with ripgrep and fd, as medians of interleaved pairs, and prints
 * the times of each kind of question and the goals as Markdown.
 *
 * Ratio = the other program's whole-process time / the time from sending a call to its whole answer. Both get the same
 * question; a differing answer fails the bench. Without TREE the bench generates its trees.
 *
 *   --quick         a smaller tree, fewer questions and pairs: under a minute
 *   --large         78,000 files, 1.3 GB, instead of 15,000 files, 70 MB
 *   --binary PATH   also starts a compiled fossick
 *   --before DIR    also asks the fossick of another checkout; --before-set-up NAME: always under that set-up
 *   --pairs N       pairs of each question; --set-up NAME and --only WORD (both repeatable) select a part
 *   --cache-mb N, --seed N
 *   --write         into docs/performance.md and docs/bench.svg; --json prints all figures
 * @module
 */
import { parseArgs } from "node:util";
import { join } from "@std/path";
import { digits } from "./report/ratio_plot.ts";
import type { BenchPlan } from "./measure/bench_plan.ts";
import { writeReport } from "./report/report.ts";
import type { SetUpResult, TreeResult } from "./report/results.ts";
import { treeSection } from "./report/table.ts";
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
  const result = await measure();
  if (values.json) console.log(JSON.stringify(result, undefined, 1));
  if (values.write) await writeReport(result);
} finally {
  Deno.removeSync(base, { recursive: true });
}
for (const difference of wrong) console.error(`differs: ${difference}`);
Deno.exit(wrong.length === 0 ? 0 : 1);

async function measure(): Promise<TreeResult> {
  const root = join(base, "tree"), [given] = positionals;
  if (given === undefined) {
    // fd asks for a git directory before it takes notice of .gitignore.
    Deno.mkdirSync(join(root, ".git"), { recursive: true });
    plantTree(root, TREES[size]);
  }
  const { result, wrong: found } = await benchTree(
    planFor(given === undefined ? root : Deno.realPathSync(given)),
    tell,
  );
  if (given === undefined) Deno.removeSync(root, { recursive: true });
  wrong.push(...found);
  tell(`\n${treeSection(result)}`);
  for (const setUp of result.setUps) summarizeBefore(setUp);
  return result;
}

function planFor(root: string): BenchPlan {
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
    ...(values.before === undefined ? {} : { before: join(Deno.realPathSync(values.before), "main.ts") }),
    ...(values["before-set-up"] === undefined ? {} : { beforeSetUp: values["before-set-up"] }),
    ...(values.binary === undefined ? {} : { binary: Deno.realPathSync(values.binary) }),
  };
}

/** Prints the ratios to the other checkout over all rows: the lowest, and the median. */
function summarizeBefore({ name, rows }: SetUpResult): void {
  const found = spread(rows.flatMap(({ before }) => before?.ratio ?? []));
  if (found === undefined) return;
  const { lowest, median, below, count } = found;
  tell(`${name}, beside the other checkout: ${digits(lowest)} (${digits(median)}), ${below} of ${count} below 1`);
}
