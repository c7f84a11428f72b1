/**
 * No pattern blocks its call, the processor or the next call.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { RUNAWAYS } from "./runaway_patterns.ts";
import { runPatterns } from "./run_patterns.ts";

Deno.test("there are at least 40 endless patterns", () => assert(RUNAWAYS.length >= 40));

for (const [setup, some] of [[SCOPED, 0], [ALL, 1]] as const) {
  Deno.test(`endless patterns are answered with the matches found so far, under ${setup.name}`, async () => {
    const runs = await runPatterns(setup, { timeoutMs: 250, quietMs: 30, isRun: (i) => i % 2 === some });
    assertEquals(runs.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`)), []);
    // A pattern that continued would keep the processor busy.
    assertEquals(runs.filter(({ idleMs }) => idleMs >= 10_000), []);
  });
}
