import { assert, assertEquals } from "@std/assert";
import { PROMISES } from "../../../tools/evidence/promises.ts";
import { promisesTable } from "../../../tools/evidence/promises_table.ts";

Deno.test("the table has a row for each promise, with links from docs/ and a sentence for each part of a figure", () => {
  const [, , ...rows] = promisesTable().split("\n");
  assertEquals(rows.length, PROMISES.length);
  const race = rows.find((row) => row.includes("deno task race")) ?? "";
  assert(race.includes("[slow/door/race_test.ts](../tests/slow/door/race_test.ts)"), race);
  assert(rows.every((row) => !row.includes("; ") && !row.includes("not measured yet")), rows.join("\n"));
});
