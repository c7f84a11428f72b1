import { assertEquals } from "@std/assert";
import { shown, SNAPSHOT } from "./schemas.ts";

Deno.test("what hosts are shown is what tests/contract/schemas.json says", () => {
  const written = JSON.parse(Deno.readTextFileSync(SNAPSHOT));
  assertEquals(shown(), written, "If the change is meant: deno task schemas, and a CHANGELOG line.");
});
