import { assertEquals } from "@std/assert";
import { directoryCount, lineCount, markedCount, sumOfCounts } from "../../../bench/questions/printed.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("counts are summed, printed with and without paths, and for names with colons", () => {
  assertEquals(sumOfCounts(bytes("./a.ts:12\n./b:7/c:3\n")), 15);
  assertEquals(sumOfCounts(bytes("12\n30\n")), 42);
  assertEquals(sumOfCounts(bytes("")), 0);
});

Deno.test("lines are counted by their line breaks", () => {
  assertEquals([lineCount(bytes("")), lineCount(bytes("a:1:x\nb:2:y\n"))], [0, 2]);
});

Deno.test("context lines are not counted", () => {
  assertEquals(markedCount(bytes("a-1-x\na\x1f2\x1fy\na-3-z\n--\nb\x1f9\x1fy\n")), 2);
});

Deno.test("distinct directories are counted", () => {
  assertEquals(directoryCount(bytes("a/b/c.ts\na/b/d.ts\na/c.ts\nc.ts\n")), 3);
});
