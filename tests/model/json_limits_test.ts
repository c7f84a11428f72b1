import { assertEquals } from "@std/assert";
import { jsonExcess } from "../../src/model/json_limits.ts";
import { type Random, seeded } from "../seed.ts";

Deno.test("a text nests as deep as its parsed value", () => {
  const random = seeded("json_depth");
  for (let round = 0; round < 500; round++) {
    const value = randomValue(random, random.int(8)), text = JSON.stringify(value), depth = depthOf(value);
    for (const most of [0, depth - 1, depth, depth + 1].filter((most) => most >= 0)) {
      const told = [text, new TextEncoder().encode(text)].map((given) => jsonExcess(given, { depth: most }));
      const expected = depth > most ? `nests more than ${most} levels deep` : undefined;
      assertEquals([text, most, told], [text, most, [expected, expected]]);
    }
  }
});

Deno.test("a message may have 200,000 values, regardless of the content of its strings", () => {
  const excess = (text: string) => jsonExcess(new TextEncoder().encode(text));
  const most = 200_000, list = (values: number) => `[${Array(values).fill("1").join()}]`;
  const keys = (values: number) => `{${Array(values).fill('"k":1').join()}}`;
  assertEquals([excess(list(most)), excess(keys(most))], [undefined, undefined]);
  const told = "has more than 200000 values";
  assertEquals([excess(list(most + 1)), excess(keys(most + 1))], [told, told]);
  assertEquals(excess(`[${list(most / 2)},[${list(most / 2 + 1)}]]`), told);
  for (const inside of [",", '\\",', "\\\\"]) {
    assertEquals(excess(`["${inside.repeat(most + 1)}",${list(10)}]`), undefined);
    assertEquals(excess(`["${inside.repeat(10)}",${list(most + 1)}]`), told);
  }
  assertEquals(excess("[".repeat(1001)), "nests more than 1000 levels deep");
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function randomValue(random: Random, depth: number): unknown {
  if (depth === 0) return random.pick(["", "[{", 'a"[', "\\", '\\"{', "é[", 1, null, true]);
  const values = Array.from({ length: random.int(3) }, () => randomValue(random, depth - 1));
  return random.chance(0.5)
    ? values
    : Object.fromEntries(values.map((value, i) => [random.pick(["a", '"[', "}"]) + i, value]));
}
