import { assertEquals } from "@std/assert";
import { byteSlice, clipAround } from "../../src/format/byte_text.ts";

Deno.test("byte offsets cut text at characters", () => {
  assertEquals(byteSlice("plain", 1, 3), "la");
  assertEquals(byteSlice("é日🎉x", 2, 5), "日");
  assertEquals(byteSlice("é日🎉x", 5, 9), "🎉");
  assertEquals(byteSlice("\ufeffx", 0, 3), "\ufeff");
});

Deno.test("a long text is cut around a place, never inside a character", () => {
  assertEquals(clipAround("short", 0, 10), "short");
  assertEquals(clipAround("0123456789abcdef", 0, 8), "01234567…");
  assertEquals(clipAround("0123456789abcdef", 10, 8), "…89abcdef");
  assertEquals(clipAround("0123456789abcdefghij", 10, 8), "…89abcdef…");
  const party = clipAround("🎉".repeat(40), 80, 15);
  assertEquals(party.isWellFormed(), true);
});
