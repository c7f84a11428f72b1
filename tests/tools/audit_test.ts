import { assert, assertEquals } from "@std/assert";
import { inventory, problemsOf } from "../../tools/audit/inventory.ts";
import { LICENCES } from "../../tools/audit/reasons.ts";

Deno.test("each locked package has a reason, a hash, and an accepted licence", async () => {
  const packages = await inventory();
  assert(packages.length > 10);
  assertEquals(packages.flatMap(problemsOf), []);
  assert(packages.some(({ licence }) => licence !== undefined && LICENCES.includes(licence)));
});
