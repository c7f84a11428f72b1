import { assertEquals, assertThrows } from "@std/assert";
import { StatReader } from "../../../src/engine/find/stat_reader.ts";
import { jobOn } from "../job_on.ts";
import { withTree } from "../with_tree.ts";

const PLACE = { root: 0, path: "d/a.txt" };

Deno.test("a stamp is cached once it is proved", () => {
  withTree({ "d/a.txt": "12345" }, (door) => {
    const job = jobOn(door), { freshness } = job.cache;
    freshness.setWatcher({ watch: () => {}, drained: () => Promise.resolve() });
    freshness.watchBegan([{ root: 0, path: "" }, { root: 0, path: "d" }]);
    const stats = new StatReader(job);
    const failing = () => {
      stats.freshStat(PLACE);
      throw new Error("the work failed");
    };
    assertThrows(() => stats.proveBatch(failing), Error, "failed");
    assertEquals(stats.cachedStat(PLACE), undefined);
    assertEquals(stats.proveBatch(() => stats.freshStat(PLACE)).size, 5);
    assertEquals(stats.cachedStat(PLACE)?.size, 5);
    job.cache.applyChange({ kind: "content", place: PLACE });
    assertEquals(stats.cachedStat(PLACE), undefined);
  });
});
