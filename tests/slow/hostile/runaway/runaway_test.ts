/**
 * No pattern holds a call, the processor or the next call. `deno task runaway` measures how long each takes.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { RUNAWAYS } from "./runaway_patterns.ts";
import { runPatterns } from "./run_patterns.ts";

Deno.test("there are at least 40 patterns that take for ever", () => assert(RUNAWAYS.length >= 40));

for (const [setUp, some] of [[SCOPED, 0], [ALL, 1]] as const) {
  Deno.test(`patterns without end are answered with what was found, under ${setUp.name}`, async () => {
    const runs = await runPatterns(setUp, { timeoutMs: 250, quietMs: 30, isRun: (i) => i % 2 === some });
    assertEquals(runs.flatMap(({ name, wrong }) => wrong.map((what) => `${name}: ${what}`)), []);
    // No measurement: on any machine a pattern that went on would be seen by this.
    assertEquals(runs.filter(({ ms, idleMs }) => ms > 5000 || idleMs >= 10_000), []);
  });
}
