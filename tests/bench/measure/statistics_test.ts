import { assertEquals } from "@std/assert";
import { comparePairs, median, spread } from "../../../bench/measure/statistics.ts";

Deno.test("a median is the number in the middle, or the mean of both", () => {
  assertEquals([median([3, 1, 2]), median([4, 1, 2, 3]), median([5]), median([])], [2, 2.5, 5, NaN]);
});

Deno.test("a median leaves its numbers as they were", () => {
  const numbers = [3, 1, 2];
  median(numbers);
  assertEquals(numbers, [3, 1, 2]);
});

Deno.test("a ratio is of each pair, so that a machine that slows down changes nothing", () => {
  const pairs = [{ ours: 1, theirs: 5 }, { ours: 10, theirs: 50 }, { ours: 100, theirs: 500 }];
  assertEquals(comparePairs(pairs), { ours: 10, theirs: 50, ratio: 5 });
});

Deno.test("many ratios in short: how many, the lowest, the median, how many below 1", () => {
  assertEquals(spread([2, 0.5, 1, 8]), { count: 4, lowest: 0.5, median: 1.5, below: 1 });
  assertEquals(spread([]), undefined);
});
