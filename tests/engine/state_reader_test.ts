/** States that are read with proof. */
import { assertEquals, assertThrows } from "@std/assert";
import { StateReader } from "../../src/engine/state_reader.ts";
import { jobOn } from "./job_on.ts";
import { withTree } from "./planted.ts";

const PLACE = { root: 0, path: "d/a.txt" };

Deno.test("a state is remembered once it is proved, and not before", () => {
  withTree({ "d/a.txt": "12345" }, (door) => {
    const job = jobOn(door), { currency } = job.residence;
    currency.use({ watch: () => {}, drained: () => Promise.resolve() });
    currency.watching([{ root: 0, path: "" }, { root: 0, path: "d" }]);
    const states = new StateReader(job);
    assertThrows(
      () =>
        states.prove(() => {
          states.look(PLACE);
          throw new Error("the work did not come to its end");
        }),
      Error,
      "to its end",
    );
    assertEquals(states.known(PLACE), undefined);
    assertEquals(states.prove(() => states.look(PLACE)).size, 5);
    assertEquals(states.known(PLACE)?.size, 5);
    job.residence.changed({ kind: "content", place: PLACE });
    assertEquals(states.known(PLACE), undefined);
  });
});
