import { assertEquals } from "@std/assert";
import { nestsDeeper } from "../../src/model/json_depth.ts";
import { type Random, seeded } from "../seed.ts";

Deno.test("a text nests as deep as what it is parsed to", () => {
  const random = seeded("json_depth");
  for (let round = 0; round < 500; round++) {
    const value = randomValue(random, random.int(8)), text = JSON.stringify(value), depth = depthOf(value);
    for (const most of [0, depth - 1, depth, depth + 1].filter((most) => most >= 0)) {
      const told = [nestsDeeper(text, most), nestsDeeper(new TextEncoder().encode(text), most)];
      assertEquals([text, most, told], [text, most, [depth > most, depth > most]]);
    }
  }
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
