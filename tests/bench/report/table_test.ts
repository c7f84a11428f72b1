import { assert, assertEquals } from "@std/assert";
import { GROWTH, TREE } from "./sample_results.ts";
import { questionTables, summaries } from "../../../bench/report/table.ts";

Deno.test("a tree's table has the lowest ratio and the median by goal, ticked where the goal is met", () => {
  const cells = tables(summaries({ small: TREE }))[0];
  assertEquals(cells, [
    ["theirs / ours, the lowest (and the median)", "aim", "threads", "threads, stat"],
    ["the first search of a server just started", "≥ 0.6", "✓ 0.70", "–"],
    ["a rare literal, no match", "≥ 25", "24 (27)", "–"],
    ["every question that is new to it", "≥ 1", "0.80 (24)", "–"],
    ["the same, `--freshness stat`", "≥ 2", "–", "✓ 3.0"],
    ["beside fff: all lines", "≥ 1", "✓ 2.5", "–"],
    ["… of these slower than theirs", "none", "1 of 3", "✓ 0 of 1"],
    ["memory with the tree taken in", "≤ 187 MB", "✓ 185 MB", "219 MB"],
    ["memory at most, over all questions", "≤ 327 MB", "340 MB", "–"],
    ["memory some seconds after them", "≤ 187 MB", "189 MB", "230 MB"],
    ["start to the first call's answer: source", "≤ 200 ms", "✓ 190 ms; `initialize` 150 ms", ""],
    ["start to the first call's answer: the binary", "≤ 110 ms", "120 ms; `initialize` 100 ms", ""],
  ]);
});

Deno.test("every question has its row, with a dash where a set-up was not asked", () => {
  assertEquals(tables(questionTables({ small: TREE }))[0], [
    ["question", "beside", "threads", "theirs", "ratio", "fff", "ratio", "threads, stat", "theirs", "ratio"],
    ["the first search", "ripgrep", "10.0", "7.0", "0.70", "–", "–", "–", "–", "–"],
    ["a rare word", "ripgrep", "10.0", "300.0", "30", "25.0", "2.5", "10.0", "30.0", "3.0"],
    ["no match", "ripgrep", "10.0", "240.0", "24", "–", "–", "–", "–", "–"],
    ["`a\\|b`", "ripgrep", "10.0", "8.0", "0.80", "–", "–", "–", "–", "–"],
  ]);
});

Deno.test("an idle server's resources have a row each, ticked where the goal is met", () => {
  const all = { files: 1000, watchedFiles: 20_000 };
  const rest = [
    { setUp: "threads", ...all, memory: 96, afterAnswer: 0.05, watching: 0.0042 },
    { setUp: "in process", ...all, memory: 90, afterAnswer: 0.2, watching: 0.001 },
  ];
  assertEquals(tables(summaries({ rest }))[0], [
    ["a server uses", "aim", "threads", "in process"],
    ["memory, 1,000 files taken in", "≤ 95 MB", "96 MB", "✓ 90 MB"],
    ["of a processor, in the second after a first answer about them", "≤ 5.0 %", "✓ 5.0 %", "20.0 %"],
    ["of a processor, watching 20,000 files", "≤ 0.3 %", "0.4 %", "✓ 0.1 %"],
  ]);
});

Deno.test("growth, the gigabyte and what was left out are in the section where they were measured", () => {
  const text = summaries({
    small: TREE,
    growth: [...GROWTH],
    gigabyte: { bytes: 1e9, first: 300, again: 9.51, wc: 350 },
  });
  assertEquals(tables(text)[1][3], ["100,000", "470 MB", "5200 ms", "230 ms", "700 ms", "900 ms", "900 MB"]);
  assert(
    text.includes("### A file of 1.0 GB\n\nIts lines 20,000,000 to 20,000,100 take 300 ms at a server's first look."),
  );
  assert(text.includes("Left out:\n\n- everything beside fd: there is none\n"));
  assertEquals(summaries({}), "");
});

/** The cells of each table in Markdown, without rules. */
function tables(markdown: string): string[][][] {
  return [...markdown.matchAll(/(?:^\|.*\|$\n?)+/gm)].map(([table]) =>
    table.trim().split("\n").filter((_, i) => i !== 1).map((line) =>
      line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim())
    )
  );
}
