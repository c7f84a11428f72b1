import { displayLine } from "../../../src/engine/scan/hit_maker.ts";
import type { Span } from "../../../src/engine/scan/block.ts";
import { type Random, seeded } from "../../seed.ts";
import { assert, assertEquals } from "@std/assert";

Deno.test("a line of up to 500 characters is shown whole, and a surrogate pair counts as one", () => {
  for (const [line, whole] of [["a".repeat(500), true], ["a".repeat(501), false], ["👍".repeat(500), true]] as const) {
    const { line: shown, cut } = displayLine(line, [[0, 1]]);
    assertEquals([shown, cut], whole ? [line, false] : ["a".repeat(500) + "…", true]);
  }
  assertEquals(displayLine("👍".repeat(501), []).line, "👍".repeat(250) + "…");
});

Deno.test("a line cut only at its start keeps its end", () => {
  assertEquals(displayLine("a".repeat(600) + "needle", [[600, 606]]), {
    line: "…" + "a".repeat(494) + "needle",
    cut: true,
    spans: [[497, 503]],
  });
});

Deno.test("each of several lines is cut around its own first match", () => {
  const long = "a".repeat(600), text = `${long}\nshort\n${long}needle\n`;
  const shown = displayLine(text, [[590, 603], [607, 1213], [1214, 1214]]);
  assertEquals(shown.line, "…" + "a".repeat(500) + "\nshort\n" + "a".repeat(500) + "…\n");
  assertEquals(shown.cut, true);
  // The first span begins ten letters before the end of its line; the second ends at the cut of the last line.
  assertEquals(shown.spans, [[3 + 490, 503 + 3], [503 + 7, 503 + 7 + 500], [503 + 7 + 503 + 1, 503 + 7 + 503 + 1]]);
});

/** Ordered, non-overlapping spans of a text. */
function randomSpans(random: Random, text: string): Span[] {
  const places = Array.from({ length: 2 * random.int(6) }, () => random.int(text.length + 1)).sort((a, b) => a - b);
  return Array.from({ length: places.length / 2 }, (_, i) => [places[2 * i], places[2 * i + 1]]);
}

Deno.test("spans are the byte ranges of the displayed matches, in any number of lines", () => {
  const random = seeded("shown lines");
  for (let round = 0; round < 800; round++) {
    const line = () => random.pick(["", "ab", "é語", "x".repeat(random.int(1200)), "ü".repeat(random.int(700))]);
    const text = Array.from({ length: 1 + random.int(4) }, line).join("\n"), spans = randomSpans(random, text);
    const shown = displayLine(text, spans), bytes = new TextEncoder().encode(shown.line);
    const lines = shown.line.split("\n");
    assertEquals(lines.length, text.split("\n").length);
    for (const [i, whole] of text.split("\n").entries()) {
      assert(whole.length > 500 || lines[i] === whole);
      assert(whole.includes(lines[i].replaceAll("…", "")));
      assertEquals(whole.length > 500, lines[i].includes("…"));
    }
    const found = spans.map(([start, end]) => text.slice(start, end));
    const marked = shown.spans.map(([start, end]) => new TextDecoder().decode(bytes.slice(start, end)));
    if (!shown.cut) assertEquals(marked, found);
    for (const mark of marked) assert(found.some((one) => one.includes(mark) || mark.includes("…")));
  }
});
