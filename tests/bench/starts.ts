/**
 * The time from the start of a program to its first answers.
 * @module
 */
import type { Line } from "../program.ts";
import { chosenBy, type Plan, type Tell } from "./plan.ts";
import type { Start } from "./results.ts";
import { lineOf, SET_UPS, started } from "./setups.ts";
import { median } from "./statistics.ts";

/** Starts all programs in turn, round after round; medians in milliseconds. */
export async function measureStarts(plan: Plan, tell: Tell): Promise<Start[]> {
  const programs = await programsOf(plan), times = programs.map(() => ({ initialize: [NaN], call: [NaN] }));
  for (let round = 0; round <= plan.pairs; round++) {
    for (const [i, { line }] of programs.entries()) {
      const began = performance.now();
      await using server = await started(line);
      times[i].initialize[round] = performance.now() - began;
      await server.call("list_files", { roots: ["."], depth: 1 });
      times[i].call[round] = performance.now() - began;
    }
  }
  return programs.map(({ program }, i) => {
    const [initialize, call] = [times[i].initialize, times[i].call].map((all) => median(all.slice(1)));
    tell(
      `start (${program}): initialize answered after ${initialize.toFixed(1)} ms, a call after ${call.toFixed(1)} ms`,
    );
    return { program, initialize, call };
  });
}

/** The sources, the bundle where that is a set-up, the binary and the other checkout where they were named. */
async function programsOf(plan: Plan): Promise<{ program: string; line: Line }[]> {
  const { root, cacheMb, binary, before } = plan, source = SET_UPS[1];
  const bundle = chosenBy(plan).find(({ bundled }) => bundled);
  return [
    { program: "source", line: await lineOf(source, root, cacheMb) },
    ...bundle === undefined ? [] : [{ program: "bundle", line: await lineOf(bundle, root, cacheMb) }],
    ...binary === undefined ? [] : [{ program: "binary", line: [binary, "--root", root] as const }],
    ...before === undefined ? [] : [{ program: "source before", line: await lineOf(source, root, cacheMb, before) }],
  ];
}
