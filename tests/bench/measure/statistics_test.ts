import { assertEquals } from "@std/assert";
import { comparePairs, median, spread } from "../../../bench/measure/statistics.ts";

Deno.test("the median is the middle number, or the mean of the two middle ones", () => {
  assertEquals([median([3, 1, 2]), median([4, 1, 2, 3]), median([5]), median([])], [2, 2.5, 5, NaN]);
});

Deno.test("median does not reorder its argument", () => {
  const numbers = [3, 1, 2];
  median(numbers);
  assertEquals(numbers, [3, 1, 2]);
});

Deno.test("the ratio is taken pair by pair, so a machine that slows down changes nothing", () => {
  const pairs = [{ ours: 1, theirs: 5 }, { ours: 10, theirs: 50 }, { ours: 100, theirs: 500 }];
  assertEquals(comparePairs(pairs), { ours: 10, theirs: 50, ratio: 5 });
});

Deno.test("spread gives the number of ratios, the lowest, the median, and how many are below 1", () => {
  assertEquals(spread([2, 0.5, 1, 8]), { count: 4, lowest: 0.5, median: 1.5, below: 1 });
  assertEquals(spread([]), undefined);
});
