/**
 * The races of `deno task race`, half a second each: continuous ones against the engine on the main thread, bursts
 * against the engine on its own thread.
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { ALL, SCOPED } from "../../../sandbox/setups.ts";
import { PACES, RACES, runRace } from "./races.ts";

for (const one of RACES) {
  for (const pace of PACES) {
    const setup = pace === "continuous" ? SCOPED : ALL;
    Deno.test(`nothing from outside is answered during ${one.name}, ${pace}, under ${setup.name}`, async () => {
      const score = await runRace(one, setup, { pace, seconds: 0.5, options: [] });
      if (score === undefined) return console.log("skipped: nothing here can move entries at once");
      assertEquals([score.escapes, score.wrong], [[], []]);
      assert(score.answers > 0 && score.moves > 0);
    });
  }
}
