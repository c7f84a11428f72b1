import { assert, assertEquals } from "@std/assert";
import { PAGE, pageOf } from "../../../tools/windows/page.ts";
import { readTallies, tallyOf } from "../../../tools/windows/tally.ts";

const FILE = "tests/door/a_test.ts";

Deno.test("a tally names the tests that neither Wine nor the test itself explains", () => {
  const tally = tallyOf([
    { file: FILE, name: "holds", state: "passed", said: "" },
    { file: FILE, name: "needs links", state: "failed", said: "", cause: { of: "Wine", why: "makes no links" } },
    { file: FILE, name: "reads outside", state: "failed", said: "1 is not 2" },
    { file: FILE, name: "is for others", state: "ignored", said: "" },
  ]);
  assertEquals(tally, {
    hold: 1,
    wine: 1,
    test: 1,
    broken: 1,
    brokenTests: ["reads outside"],
    reasons: { "Wine makes no links": 1, "the test says itself that it is for other systems": 1 },
  });
});

Deno.test("the page names broken tests with their part", async () => {
  const tally = { hold: 1, wine: 0, test: 0, broken: 1, brokenTests: ["reads outside"], reasons: {} };
  const page = await pageOf({ "the door": tally });
  assert(page.includes("\n- the door: reads outside\n"), page);
});

Deno.test("docs/windows.md shows the recorded tallies", async () => {
  assertEquals(Deno.readTextFileSync(PAGE), await pageOf(readTallies()), "run deno task windows --write");
});
