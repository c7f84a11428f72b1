/** Cases where an error of a bench would make a published figure wrong. */
import { assertEquals } from "@std/assert";
import { comparePairs, median, spread } from "../../bench/measure/statistics.ts";
import { directoryCount, lineCount, markedCount, sumOfCounts } from "../../bench/questions/printed.ts";

Deno.test("medians, ratios taken pair by pair, and their spread", () => {
  assertEquals([median([3, 1, 2]), median([4, 1, 2, 3]), median([5]), median([])], [2, 2.5, 5, NaN]);
  const slowing = [{ ours: 1, theirs: 5 }, { ours: 10, theirs: 50 }, { ours: 100, theirs: 500 }];
  assertEquals(comparePairs(slowing), { ours: 10, theirs: 50, ratio: 5 });
  assertEquals(spread([2, 0.5, 1, 8]), { count: 4, lowest: 0.5, median: 1.5, below: 1 });
});

Deno.test("counts in ripgrep's and fd's output: with and without paths, names with colons, context lines", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  assertEquals([sumOfCounts(bytes("./a.ts:12\n./b:7/c:3\n")), sumOfCounts(bytes("12\n30\n"))], [15, 42]);
  assertEquals([lineCount(bytes("")), lineCount(bytes("a:1:x\nb:2:y\n"))], [0, 2]);
  assertEquals(markedCount(bytes("a-1-x\na\x1f2\x1fy\na-3-z\n--\nb\x1f9\x1fy\n")), 2);
  assertEquals(directoryCount(bytes("a/b/c.ts\na/b/d.ts\na/c.ts\nc.ts\n")), 3);
});
