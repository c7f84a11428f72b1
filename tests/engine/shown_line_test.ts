import { assertEquals } from "@std/assert";
import { shownLine } from "../../src/engine/shown_line.ts";

Deno.test("a line of up to 500 characters is shown whole: its line break is none, and a pair is one", () => {
  for (const [line, whole] of [["a".repeat(500), true], ["a".repeat(501), false], ["👍".repeat(500), true]] as const) {
    for (const end of ["", "\r"]) {
      const { line: shown, cut } = shownLine(line + end, [[0, 1]]);
      assertEquals([shown, cut], whole ? [line, false] : ["a".repeat(500) + "…", true]);
    }
  }
  assertEquals(shownLine("👍".repeat(501), []).line, "👍".repeat(250) + "…");
});

Deno.test("what is cut in front only has its own end, and a match that is a carriage return is shown", () => {
  const line = "a".repeat(600) + "needle";
  assertEquals(shownLine(line + "\r", [[600, 606]]), {
    line: "…" + "a".repeat(494) + "needle",
    cut: true,
    spans: [[497, 503]],
  });
  assertEquals(shownLine("ab\r", [[2, 3]]), { line: "ab\r", cut: false, spans: [[2, 3]] });
});
