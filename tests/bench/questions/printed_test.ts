import { assertEquals } from "@std/assert";
import { directoryCount, lineCount, markedCount, sumOfCounts } from "../../../bench/questions/printed.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("counts are summed, with paths and without, of names with colons too", () => {
  assertEquals(sumOfCounts(bytes("./a.ts:12\n./b:7/c:3\n")), 15);
  assertEquals(sumOfCounts(bytes("12\n30\n")), 42);
  assertEquals(sumOfCounts(bytes("")), 0);
});

Deno.test("lines are counted by their ends", () => {
  assertEquals([lineCount(bytes("")), lineCount(bytes("a:1:x\nb:2:y\n"))], [0, 2]);
});

Deno.test("of matching lines and those around them, only the matching ones count", () => {
  assertEquals(markedCount(bytes("a-1-x\na\x1f2\x1fy\na-3-z\n--\nb\x1f9\x1fy\n")), 2);
});

Deno.test("different directories of paths are counted", () => {
  assertEquals(directoryCount(bytes("a/b/c.ts\na/b/d.ts\na/c.ts\nc.ts\n")), 3);
});
