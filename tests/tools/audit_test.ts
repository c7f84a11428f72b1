import { assert, assertEquals } from "@std/assert";
import { listedPackages, lockedPackages, writtenPage } from "../../tools/audit/document.ts";
import { inventory, problemsOf } from "../../tools/audit/inventory.ts";
import { LICENCES } from "../../tools/audit/reasons.ts";

const LOCK = JSON.parse(Deno.readTextFileSync(new URL("../../deno.lock", import.meta.url)));

Deno.test("docs/dependencies.md lists the locked packages and no others", () => {
  const locked = lockedPackages(LOCK);
  assert(locked.length > 10);
  assertEquals(listedPackages(writtenPage()), [...new Set(locked)]);
});

Deno.test("each locked package has a reason, a hash, and an accepted licence", async () => {
  const packages = await inventory();
  assertEquals(packages.flatMap(problemsOf), []);
  assert(packages.some(({ licence }) => licence !== undefined && LICENCES.includes(licence)));
});
