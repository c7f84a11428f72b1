import { assert, assertEquals } from "@std/assert";
import { listed, lockedIn, standing } from "./document.ts";
import { complaints, inventory } from "./inventory.ts";
import { LICENCES } from "./reasons.ts";

const LOCK = JSON.parse(Deno.readTextFileSync(new URL("../../deno.lock", import.meta.url)));

Deno.test("docs/dependencies.md lists exactly what is locked", () => {
  const locked = lockedIn(LOCK);
  assert(locked.length > 10);
  assertEquals(listed(standing()), [...new Set(locked)]);
});

Deno.test("each locked package has a reason, a hash, and a licence that lets it be given on", async () => {
  const packages = await inventory();
  assertEquals(packages.flatMap(complaints), []);
  assert(packages.some(({ licence }) => licence !== undefined && LICENCES.includes(licence)));
});

Deno.test("a package that nobody accounts for is a problem", () => {
  const stranger = { name: "left-pad", version: "1.3.0", licence: "WTFPL", shipped: true, hashed: false };
  assertEquals(complaints(stranger), [
    "left-pad@1.3.0: nobody says why it is there (tests/audit/reasons.ts)",
    "left-pad@1.3.0: licence WTFPL",
    "left-pad@1.3.0: not locked by a hash",
  ]);
});
