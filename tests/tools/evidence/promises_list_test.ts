import { assert, assertEquals } from "@std/assert";
import { PROMISES } from "../../../tools/evidence/promises.ts";
import { promisesList } from "../../../tools/evidence/promises_list.ts";

Deno.test("the list has an entry for each promise, with links from docs/ and a sentence for each part of a figure", () => {
  const entries = promisesList().split(/^- /m).slice(1);
  assertEquals(entries.length, PROMISES.length);
  const race = entries.find((entry) => entry.includes("deno task race")) ?? "";
  assert(race.includes("[slow/door/race_test.ts](../tests/slow/door/race_test.ts)"), race);
  assert(entries.every((entry) => !entry.includes("; ") && !entry.includes("not measured yet")), entries.join("\n"));
});
