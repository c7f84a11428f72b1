/**
 * How times and memory grow with the tree, from 1,000 to 100,000 files.
 * @module
 */
import { join } from "@std/path";
import { HAS_PROC, memoryMb } from "../../tests/process_stats.ts";
import { type PairRun, timePairs } from "./pairs.ts";
import { ripgrep } from "../programs/peers.ts";
import type { Question } from "../questions/questions.ts";
import type { Grown } from "../report/results.ts";
import { searchQuestion } from "../questions/search_question.ts";
import { allFiles } from "../questions/listings.ts";
import { BENCH_SETUPS, freshServers, lineOf, reuseServer, startServer, untilTreeLoaded } from "../programs/setups.ts";
import { plantTree } from "../plant_tree.ts";

/** Numbers of files of the trees. */
export const SIZES = [1000, 10_000, 100_000] as const;

const FILE_BYTES = 4300;
/** Megabytes of cache, enough for the largest tree. */
const CACHE_MB = 1024;

/** Measures trees of these sizes, which it plants below `base` and removes. */
export async function measureGrowth(base: string, sizes: readonly number[], pairs: number): Promise<Grown[]> {
  const grown: Grown[] = [];
  for (const files of sizes) {
    const root = join(base, String(files));
    Deno.mkdirSync(join(root, ".git"), { recursive: true });
    plantTree(root, { files, bytes: FILE_BYTES });
    grown.push(await measure(root, files, pairs));
    Deno.removeSync(root, { recursive: true });
  }
  return grown;
}

async function measure(root: string, files: number, pairs: number): Promise<Grown> {
  const line = await lineOf(BENCH_SETUPS[0], root, CACHE_MB);
  const rare = searchQuestion(
    "rare",
    "no match",
    "total",
    (i) => ({ query: `zqgrowthqz${i}`, args: { case: "sensitive" } }),
  );
  const { stdout } = await ripgrep().run(root, ["--files"]);
  const paths = new TextDecoder().decode(stdout).trimEnd().split("\n");
  const bytes = paths.reduce((sum, path) => sum + Deno.statSync(join(root, path)).size, 0);
  const cold = await times(rare, { root, pairs, ...freshServers(line) });
  await using server = await startServer(line);
  await untilTreeLoaded(server);
  const megabytes = HAS_PROC ? memoryMb(server.pid) : 0;
  const contest = { root, pairs, ...reuseServer(server) };
  const warm = await times(rare, contest), list = await times(allFiles("list", "ripgrep"), contest);
  return { files, bytes, cold: cold.ours, rare: warm.ours, list: list.ours, ripgrep: warm.theirs, memory: megabytes };
}

async function times(question: Question, contest: PairRun) {
  const outcome = await timePairs(question, ripgrep(), contest);
  if ("ratio" in outcome) return outcome;
  throw new Error(`${question.name}: ${"differs" in outcome ? outcome.differs : outcome.leftOut}`);
}
