/**
 * Memory and processor time of an idle server.
 * @module
 */
import { join } from "@std/path";
import { memoryMb, pause, totalProcessorMs } from "../../tests/process_stats.ts";
import type { Rest } from "../report/results.ts";
import { BENCH_SETUPS, type BenchSetup, lineOf, startServer, untilTreeLoaded } from "../programs/setups.ts";
import { median } from "./statistics.ts";
import { plantTree } from "../plant_tree.ts";

/** Numbers of files of both trees, and the milliseconds of each phase. */
export interface RestPlan {
  readonly files: number;
  readonly watchedFiles: number;
  readonly secondMs: number;
  readonly fromStartMs: number;
  readonly watchingMs: number;
}

/** The goals' plan. */
export const RESTING: RestPlan = {
  files: 1000,
  watchedFiles: 20_000,
  secondMs: 1000,
  fromStartMs: 30_000,
  watchingMs: 30_000,
};

const FILE_BYTES = 4300, CACHE_MB = 512;

/** Measures both kinds of engine on trees that it plants below `base`. Linux only. */
export async function measureRest(base: string, plan: RestPlan, rounds: number): Promise<Rest[]> {
  const { files, watchedFiles } = plan, small = join(base, "small"), large = join(base, "large");
  for (const [root, files] of [[small, plan.files], [large, plan.watchedFiles]] as const) {
    Deno.mkdirSync(root);
    plantTree(root, { files, bytes: FILE_BYTES });
  }
  const measured: Rest[] = [];
  for (const setUp of BENCH_SETUPS.slice(0, 2)) {
    const afterAnswer = await partAfterAnswer(setUp, small, plan, rounds), memory = await memoryOf(setUp, small);
    const watching = await partWatching(setUp, large, plan);
    measured.push({ setUp: setUp.name, files, memory, afterAnswer, watchedFiles, watching });
  }
  return measured;
}

/** The median share of a processor that is used in the second after the answer to a first search. */
async function partAfterAnswer(
  setUp: BenchSetup,
  root: string,
  { secondMs }: RestPlan,
  rounds: number,
): Promise<number> {
  const line = await lineOf(setUp, root, CACHE_MB), parts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await using server = await startServer(line);
    await server.call("search_content", { roots: ["."], query: "TODO", total_only: true });
    parts.push(await partUsed(server.pid, secondMs));
  }
  return median(parts);
}

async function memoryOf(setUp: BenchSetup, root: string): Promise<number> {
  await using server = await startServer(await lineOf(setUp, root, CACHE_MB));
  await untilTreeLoaded(server);
  return memoryMb(server.pid);
}

async function partWatching(setUp: BenchSetup, root: string, { fromStartMs, watchingMs }: RestPlan): Promise<number> {
  const began = performance.now();
  await using server = await startServer(await lineOf(setUp, root, CACHE_MB));
  await untilTreeLoaded(server);
  await pause(Math.max(0, fromStartMs - (performance.now() - began)));
  return await partUsed(server.pid, watchingMs);
}

/** The share of a processor that a process uses over the next `ms`. */
async function partUsed(pid: number, ms: number): Promise<number> {
  const before = totalProcessorMs(pid), began = performance.now();
  await pause(ms);
  return (totalProcessorMs(pid) - before) / (performance.now() - began);
}
