/** What is remembered, and when it is too much. */
import { assertEquals } from "@std/assert";
import { Residence } from "../../../src/engine/resident/residence.ts";
import { search } from "../../../src/engine/search.ts";
import { finish, jobOn } from "../job_on.ts";
import { withTree } from "../planted.ts";
import { searchFor } from "../requests.ts";

Deno.test("where more files and directories are met than are remembered, each is searched and counted all the same", () => {
  const names = Array.from({ length: 600 }, (_, i) => `d${i % 60}/f${i}.txt`);
  withTree(Object.fromEntries(names.map((name) => [name, "needle\n"])), (door) => {
    for (const most of [10, 59, 60, 250, 599, 600]) {
      const residence = new Residence(door, 2 ** 24, most);
      const totals = [1, 2, 3].map(() => {
        const job = { ...jobOn(door), residence, question: residence.ask() };
        const { total, searched, skipped } = finish(search(searchFor("needle"), job));
        return [total, searched, skipped];
      });
      assertEquals(totals, Array(3).fill([600, 600, {}]), `${most} at most`);
    }
  });
});
