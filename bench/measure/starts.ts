/**
 * The time from the start of a program to its first answers.
 * @module
 */
import type { CommandLine } from "../../tests/program.ts";
import { type BenchPlan, chosenSetups, type Progress } from "./bench_plan.ts";
import type { Start } from "../report/results.ts";
import { BENCH_SETUPS, lineOf, startServer } from "../programs/setups.ts";
import { median } from "./statistics.ts";

/** Starts all programs in turn, in each round; returns medians in milliseconds. */
export async function measureStarts(plan: BenchPlan, tell: Progress): Promise<Start[]> {
  const programs = await programsOf(plan), times = programs.map(() => ({ listed: [NaN], call: [NaN] }));
  for (let round = 0; round <= plan.pairs; round++) {
    for (const [i, { line }] of programs.entries()) {
      const began = performance.now();
      await using server = await startServer(line);
      times[i].listed[round] = performance.now() - began;
      await server.call("list_files", { roots: ["."], depth: 1 });
      times[i].call[round] = performance.now() - began;
    }
  }
  return programs.map(({ program }, i) => {
    const [listed, call] = [times[i].listed, times[i].call].map((all) => median(all.slice(1)));
    tell(
      `start (${program}): tools listed after ${listed.toFixed(1)} ms, a call after ${call.toFixed(1)} ms`,
    );
    return { program, listed, call };
  });
}

/** The sources, the bundle if it is a chosen set-up, and the binary and the other checkout if they are given. */
async function programsOf(plan: BenchPlan): Promise<{ program: string; line: CommandLine }[]> {
  const { root, cacheMb, binary, before } = plan, source = BENCH_SETUPS[1];
  const bundle = chosenSetups(plan).find(({ bundled }) => bundled);
  return [
    { program: "source", line: await lineOf(source, root, cacheMb) },
    ...bundle === undefined ? [] : [{ program: "bundle", line: await lineOf(bundle, root, cacheMb) }],
    ...binary === undefined ? [] : [{ program: "binary", line: [binary, "--root", root] as const }],
    ...before === undefined ? [] : [{ program: "source before", line: await lineOf(source, root, cacheMb, before) }],
  ];
}
