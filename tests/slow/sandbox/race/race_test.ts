/**
 * The races of `deno task race`, half a second each: continuous ones against the engine on the main thread, bursts against
 * threads.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { PACES, RACES, runRace } from "./races.ts";

for (const one of RACES) {
  for (const pace of PACES) {
    const setUp = pace === "continuous" ? SCOPED : ALL;
    Deno.test(`nothing gets out by ${one.name}, ${pace}, under ${setUp.name}`, async () => {
      const score = await runRace(one, setUp, { pace, seconds: 0.5, options: [] });
      if (score === undefined) return console.log("skipped: nothing here can move entries at once");
      assertEquals([score.escapes, score.wrong], [[], []]);
      assert(score.answers > 0 && score.moves > 0);
    });
  }
}
