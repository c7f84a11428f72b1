import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { groupTimes, overview } from "../../../bench/report/overview.ts";
import { benchPages } from "../../../bench/report/report.ts";
import { written } from "../../../bench/report/results.ts";
import { CHECKOUT } from "../../../packaging/project.ts";
import { TREE } from "./sample_results.ts";

Deno.test("each kind of question has its median times, the other program's without a watcher beside it", () => {
  assertEquals(groupTimes(TREE, "rare"), { ours: 10, theirs: 135 });
  assertEquals(groupTimes(TREE, "lines"), undefined);
});

Deno.test("the overview has a row for each kind that was asked, and two columns for each tree", () => {
  const large = { ...TREE, tree: { ...TREE.tree, files: 78_000, bytes: 1.3e9 }, setUps: TREE.setUps.slice(1) };
  assertEquals(rowsOf(overview({ small: TREE, large })), [
    [
      "kind of question",
      "fossick, 15,000 files, 70 MB",
      "ripgrep or fd",
      "fossick, 78,000 files, 1.3 GB",
      "ripgrep or fd",
    ],
    ["A server just started: its first search", "10 ms", "7.0 ms", "–", "–"],
    ["Rare literals, no match", "10 ms", "135 ms", "–", "–"],
    ["All kinds of other questions", "10 ms", "8.0 ms", "–", "–"],
  ]);
});

Deno.test("the pages of the bench show its recorded results", async () => {
  for (const { path, text } of await benchPages(written())) {
    assertEquals(Deno.readTextFileSync(join(CHECKOUT, path)), text, `run deno run -A bench/report/report.ts: ${path}`);
  }
});

/** The cells of a table in Markdown, without its rule. */
function rowsOf(table: string): string[][] {
  return table.split("\n").filter((_, i) => i !== 1).map((line) =>
    line.split("|").slice(1, -1).map((cell) => cell.trim())
  );
}
