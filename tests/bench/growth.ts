/**
 * How times and memory grow with the tree: 1,000 to 100,000 files.
 * @module
 */
import { join } from "@std/path";
import { CAN_WATCH, memory } from "../hostile/process.ts";
import { contend, type Contest } from "./pairs.ts";
import { ripgrep } from "./peers.ts";
import type { Question } from "./questions.ts";
import type { Grown } from "./results.ts";
import { search } from "./search.ts";
import { allFiles } from "./listings.ts";
import { fresh, kept, lineOf, SET_UPS, settled, started } from "./setups.ts";
import { plantTree } from "./tree.ts";

/** Files of each tree. */
export const SIZES = [1000, 10_000, 100_000] as const;

const FILE_BYTES = 4300;
/** Room for all of the largest tree. */
const CACHE_MB = 1024;

/** Measures trees of these sizes, made below `base` and removed again. */
export async function grow(base: string, sizes: readonly number[], pairs: number): Promise<Grown[]> {
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
  const line = await lineOf(SET_UPS[0], root, CACHE_MB);
  const rare = search("rare", "no match", "total", (i) => ({ query: `zqgrowthqz${i}`, args: { case: "sensitive" } }));
  const { stdout } = await ripgrep().run(root, ["--files"]);
  const paths = new TextDecoder().decode(stdout).trimEnd().split("\n");
  const bytes = paths.reduce((sum, path) => sum + Deno.statSync(join(root, path)).size, 0);
  const cold = await times(rare, { root, pairs, ...fresh(line) });
  await using server = await started(line);
  await settled(server);
  const megabytes = CAN_WATCH ? memory(server.pid) : 0;
  const contest = { root, pairs, ...kept(server) };
  const warm = await times(rare, contest), list = await times(allFiles("list", "ripgrep"), contest);
  return { files, bytes, cold: cold.ours, rare: warm.ours, list: list.ours, ripgrep: warm.theirs, memory: megabytes };
}

async function times(question: Question, contest: Contest) {
  const outcome = await contend(question, ripgrep(), contest);
  if ("ratio" in outcome) return outcome;
  throw new Error(`${question.name}: ${"differs" in outcome ? outcome.differs : outcome.leftOut}`);
}
