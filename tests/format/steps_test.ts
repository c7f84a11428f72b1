/**
 * Steps come to the same whether they are taken at once or one by one.
 * @module
 */
import { assertEquals } from "@std/assert";
import { atOnce, mapped } from "../../src/format/steps.ts";

Deno.test("what is mapped in steps is what is mapped at once, with so many values a step", () => {
  for (const count of [0, 1, 6, 7, 8, 20]) {
    const values = Array.from({ length: count }, (_, i) => i * 10);
    const change = (value: number, i: number) => `${i}:${value}`;
    assertEquals(atOnce(mapped(values, change, 7)), values.map(change), `${count}`);
    assertEquals([...mapped(values, change, 7)].length, Math.max(0, Math.ceil(count / 7) - 1), `pauses of ${count}`);
  }
});
