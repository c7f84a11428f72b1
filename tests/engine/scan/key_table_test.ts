import { assertEquals } from "@std/assert";
import { LIMITS } from "../../../src/model/limits.ts";
import { KeyTable } from "../../../src/engine/scan/key_table.ts";

Deno.test("keys are ranked by count, then by their bytes; a file counts once for a key", () => {
  const table = new KeyTable();
  table.beginFile();
  table.add(new Map([["b", 1], ["\u{1f600}", 2]]));
  table.add(new Map([["b", 1], ["\uffee", 2]]));
  table.beginFile();
  table.add(new Map([["b", 1], ["a", 2]]));
  assertEquals(table.ranked(0, 9), [
    { key: "b", count: 3, files: 2 },
    { key: "a", count: 2, files: 1 },
    { key: "\uffee", count: 2, files: 1 },
    { key: "\u{1f600}", count: 2, files: 1 },
  ]);
  assertEquals(table.ranked(1, 2).map(({ key }) => key), ["a", "\uffee"]);
  assertEquals([table.countOf("b"), table.countOf("none"), table.size, table.isFull], [3, 0, 4, false]);
});

Deno.test("any page of the ranks is that part of all of them", () => {
  const table = new KeyTable(), keys = Array.from({ length: 500 }, (_, i) => [`k${i * 7 % 500}`, i % 5] as const);
  table.beginFile();
  table.add(new Map(keys));
  const all = keys.map(([key, count]) => ({ key, count, files: 1 }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  assertEquals(table.ranked(0, 1000), all);
  for (const [skip, limit] of [[0, 1], [0, 20], [3, 40], [490, 100], [600, 5], [0, 0]]) {
    assertEquals(table.ranked(skip, limit), all.slice(skip, skip + limit));
  }
});

Deno.test("a full table counts the keys it has on, and takes no others", () => {
  const table = new KeyTable(), { distinct } = LIMITS.values;
  for (let i = 0; i < distinct; i++) table.add(new Map([[`k${i}`, 1]]));
  assertEquals([table.size, table.isFull], [distinct, false]);
  table.add(new Map([["one more", 1], ["k0", 1]]));
  assertEquals([table.size, table.isFull, table.countOf("k0"), table.countOf("one more")], [distinct, true, 2, 0]);
});

Deno.test("the texts of the keys are bounded", () => {
  const table = new KeyTable(), long = "x".repeat(LIMITS.values.units / 2);
  for (const key of [long + "a", "b", long + "c", "d"]) table.add(new Map([[key, 1]]));
  assertEquals([table.size, table.isFull, table.countOf("d")], [2, true, 0]);
});
