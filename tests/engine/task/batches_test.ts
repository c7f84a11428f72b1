import { assertEquals } from "@std/assert";
import { forEachYielding } from "../../../src/engine/task/batches.ts";

Deno.test("forEachYielding visits each item and yields when a slice is over", () => {
  const seen: number[] = [];
  const items = Array.from({ length: 5000 }, (_, i) => i);
  const steps = [...forEachYielding(items, { shouldYield: () => true }, (item) => void seen.push(item))].length;
  assertEquals([seen, steps > 3], [items, true]);
});
