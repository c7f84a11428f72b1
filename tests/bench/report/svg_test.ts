import { assertEquals } from "@std/assert";
import { logScale, text, ticks } from "../../../bench/report/svg.ts";

Deno.test("ticks are round numbers within the domain", () => {
  assertEquals(ticks(0.4, 12), [0.5, 1, 2, 5, 10]);
  assertEquals(ticks(0.1, 0.2), [0.1, 0.2]);
  assertEquals(ticks(20, 40), [20]);
});

Deno.test("on a logarithmic scale equal factors are equal distances, and values outside are drawn at its ends", () => {
  const scale = logScale([0.1, 1000], [0, 400]);
  for (const [value, place] of [[0.1, 0], [1, 100], [10, 200], [1000, 400], [1e6, 400], [1e-9, 0]]) {
    assertEquals(Math.round(scale(value) * 1e6) / 1e6, place);
  }
});

Deno.test("a label may hold any character", () => {
  assertEquals(text(1, 2.04, '<a & "b">'), '<text x="1" y="2">&lt;a &amp; &quot;b&quot;&gt;</text>');
});
