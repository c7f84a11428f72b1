import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { search } from "../../src/engine/search.ts";
import type { Place } from "../../src/model/place.ts";
import { tree } from "../program.ts";
import { agedDoor } from "./aged_door.ts";
import { asked, finish, jobOn } from "./job_on.ts";
import { searchFor } from "./requests.ts";

Deno.test("what is counted in one go is looked at once more, and read anew where nobody told that it had changed", () => {
  const names = Array.from({ length: 400 }, (_, i) => `f${String(i).padStart(3, "0")}`);
  using files = tree(Object.fromEntries(names.map((name) => [name, "one foo\n"])));
  const job = jobOn(agedDoor(files.path).door), { currency } = job.residence;
  currency.use({ watch: (dirs: readonly Place[]) => currency.watching(dirs), drained: () => undefined });
  const countsOf = (query: string) => {
    const report = finish(search({ ...searchFor(query), need: "counts" }, asked(job)));
    currency.request();
    return Object.fromEntries(report.files.map(({ path, count }) => [path, count]));
  };
  const ones = Object.fromEntries(names.map((name) => [name, 1]));
  for (const query of ["foo", "one", "e f"]) assertEquals(countsOf(query), ones);
  Deno.writeTextFileSync(join(files.path, names[100]), "foo\nfoo\nfoo\n");
  assertEquals(countsOf("fo"), { ...ones, [names[100]]: 3 });
});
