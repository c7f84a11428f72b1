import { assertEquals } from "@std/assert";
import { byteSlice, byteSlices, clipAround } from "../../src/format/byte_text.ts";

Deno.test("byte offsets slice text at characters", () => {
  assertEquals(byteSlice("plain", 1, 3), "la");
  assertEquals(byteSlice("é日🎉x", 2, 5), "日");
  assertEquals(byteSlice("é日🎉x", 5, 9), "🎉");
  assertEquals(byteSlice("\ufeffx", 0, 3), "\ufeff");
});

Deno.test("byteSlices equals byteSlice for each part", () => {
  for (const line of ["plain text", "é日🎉x and more", "\ufeffx\0"]) {
    const spans = [[0, 3], [3, 3], [0, new TextEncoder().encode(line).length]] as const;
    assertEquals(byteSlices(line, spans), spans.map(([start, end]) => byteSlice(line, start, end)));
  }
});

Deno.test("a long text is clipped around a place, never inside a character", () => {
  assertEquals(clipAround("short", 0, 10), "short");
  assertEquals(clipAround("0123456789abcdef", 0, 8), "01234567…");
  assertEquals(clipAround("0123456789abcdef", 10, 8), "…89abcdef");
  assertEquals(clipAround("0123456789abcdefghij", 10, 8), "…89abcdef…");
  const party = clipAround("🎉".repeat(40), 80, 15);
  assertEquals(party.isWellFormed(), true);
});
