import { assertEquals } from "@std/assert";
import { displayPaths } from "../../../src/format/path_display.ts";
import { summaryPage } from "../../../src/format/search/summary_form.ts";
import type { FileHits, Hit, SearchReport } from "../../../src/model/search_report.ts";

/** The samples of a report with this one line. */
function samples(line: string, spans: Hit["spans"]): unknown {
  const hit = { lineNumber: 7, line, cut: false, spans, column: 1, before: [], after: [] };
  const file: FileHits = { path: "a.txt", count: 1, hits: [hit] };
  const report: SearchReport = {
    op: "search",
    files: [{ ...file, hits: [] }],
    top: [file],
    filesMatched: 1,
    total: 1,
    records: 1,
    timedOutLines: 0,
    searched: 1,
    findMs: 0,
    searchMs: 0,
    skipped: {},
  };
  const view = {
    paths: displayPaths(["a.txt"], { sharePrefix: false }),
    skip: 0,
    limit: 10,
  };
  return summaryPage({ ...view, report }).show(1).fields.top_files;
}

Deno.test("a sample is cut around its match, with any indentation", () => {
  for (const indent of ["", " ".repeat(30), "\u3000".repeat(30)]) {
    const before = new TextEncoder().encode(indent).length + 100;
    const line = `${indent}${"x".repeat(100)}NEEDLE${"y".repeat(300)}`;
    assertEquals(samples(line, [[before, before + 6]]), [
      { file: "a.txt", count: 1, samples: [`7: …${"x".repeat(40)}NEEDLE${"y".repeat(114)}…`] },
    ]);
  }
});
