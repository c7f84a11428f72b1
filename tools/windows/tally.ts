/**
 * The recorded results of each part, from which docs/windows.md is written.
 * @module
 */
import { fromFileUrl } from "@std/path";
import * as z from "zod";
import type { JudgedOutcome } from "./parts.ts";

const FILE = fromFileUrl(new URL("tallies.json", import.meta.url));

const Tally = z.object({
  hold: z.number(),
  /** Failures by cause: something that Wine lacks, an assumption of the test, fossick. */
  wine: z.number(),
  test: z.number(),
  broken: z.number(),
  /** The names of the broken tests; absent if there are none. */
  brokenTests: z.array(z.string()).optional(),
  /** How often each cause occurred. */
  reasons: z.record(z.string(), z.number()),
});

/** The counts of a part. */
export type Tally = z.output<typeof Tally>;

/** Counts outcomes. Ignored tests are for other systems by their own declaration. */
export function tallyOf(outcomes: readonly JudgedOutcome[]): Tally {
  const count = (holds: (one: JudgedOutcome) => boolean) => outcomes.filter(holds).length;
  const failed = outcomes.filter(({ state }) => state === "failed");
  const failedBy = (of: string) => failed.filter(({ cause }) => cause?.of === of).length;
  const broken = failed.filter(({ cause }) => cause === undefined).map(({ name }) => name);
  const reasons = Map.groupBy(outcomes.flatMap(reasonOf), (reason) => reason);
  return {
    hold: count(({ state }) => state === "passed"),
    wine: failedBy("Wine"),
    test: failedBy("the test") + count(({ state }) => state === "ignored"),
    broken: broken.length,
    ...(broken.length > 0 && { brokenTests: broken }),
    reasons: Object.fromEntries([...reasons].map(([reason, all]) => [reason, all.length])),
  };
}

/** Reads the recorded tallies, by the part's title. */
export function readTallies(): Readonly<Record<string, Tally>> {
  return z.record(z.string(), Tally).parse(JSON.parse(Deno.readTextFileSync(FILE)));
}

/** Records tallies. */
export function writeTallies(tallies: Readonly<Record<string, Tally>>): void {
  Deno.writeTextFileSync(FILE, JSON.stringify({ ...readTallies(), ...tallies }, undefined, 2) + "\n");
}

function reasonOf({ state, cause }: JudgedOutcome): string[] {
  if (state === "ignored") return ["the test says itself that it is for other systems"];
  return cause === undefined ? [] : [`${cause.of} ${cause.why}`];
}
