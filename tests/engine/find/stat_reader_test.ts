/** States that are read with proof. */
import { assertEquals, assertThrows } from "@std/assert";
import { StatReader } from "../../../src/engine/find/stat_reader.ts";
import { jobOn } from "../job_on.ts";
import { withTree } from "../with_tree.ts";

const PLACE = { root: 0, path: "d/a.txt" };

Deno.test("a state is remembered once it is proved, and not before", () => {
  withTree({ "d/a.txt": "12345" }, (door) => {
    const job = jobOn(door), { freshness: currency } = job.cache;
    currency.setWatcher({ watch: () => {}, drained: () => Promise.resolve() });
    currency.watchBegan([{ root: 0, path: "" }, { root: 0, path: "d" }]);
    const states = new StatReader(job);
    assertThrows(
      () =>
        states.prove(() => {
          states.freshStat(PLACE);
          throw new Error("the work did not come to its end");
        }),
      Error,
      "to its end",
    );
    assertEquals(states.cachedStat(PLACE), undefined);
    assertEquals(states.prove(() => states.freshStat(PLACE)).size, 5);
    assertEquals(states.cachedStat(PLACE)?.size, 5);
    job.cache.applyChange({ kind: "content", place: PLACE });
    assertEquals(states.cachedStat(PLACE), undefined);
  });
});
