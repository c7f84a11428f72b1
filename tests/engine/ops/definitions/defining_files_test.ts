import { firstWithin } from "../../../../src/engine/ops/definitions/likely_files.ts";
import { assertEquals } from "@std/assert";

Deno.test("only files up to a sum of sizes are parsed for a summary, the same ones in every call", () => {
  assertEquals(firstWithin([5, 4, 3, 1, 1], 9, (n) => n), [5, 4]);
  assertEquals(firstWithin([5, 6, 3, 1, 1], 9, (n) => n), [5, 3, 1]);
});
