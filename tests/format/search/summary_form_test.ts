import { assertEquals } from "@std/assert";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

Deno.test("a sample is cut around its match, with any indentation", () => {
  for (const indent of ["", " ".repeat(30), "\u3000".repeat(30)]) {
    const before = new TextEncoder().encode(indent).length + 100;
    const line = `${indent}${"x".repeat(100)}NEEDLE${"y".repeat(300)}`;
    const found = report([fileHits("a.txt", hit(7, line, before, before + 6))]);
    assertEquals(searchAnswer(found, searchOptions({ form: "summary_only" })).answer.structured.top_files, [
      { file: "a.txt", count: 1, samples: [`7: …${"x".repeat(40)}NEEDLE${"y".repeat(114)}…`] },
    ]);
  }
});
