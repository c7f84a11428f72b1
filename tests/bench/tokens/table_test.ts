import { assertEquals, assertThrows } from "@std/assert";
import { compareCosts, type Figures, tableOf, withTable } from "../../../bench/tokens/table.ts";

const FIGURES: Figures = {
  rows: [
    { words: "Where?", fossick: 50, fossickText: 40, whole: 1000, filesystem: 2000, ripgrep: 100 },
    { words: "How new?", fossick: 80, fossickText: 60, whole: undefined, filesystem: undefined, ripgrep: undefined },
  ],
  lists: { fossick: 3000, filesystem: 2000, ripgrep: 700 },
};

/** The cells of a Markdown table's rows, without its rule. */
function rowsOf(text: string): string[][] {
  return text.split("\n").filter((line) => /^\| (?!-)/.test(line)).map((line) =>
    line.slice(1, -1).split("|").map((cell) => cell.trim())
  );
}

Deno.test("a question that one side can't answer counts for neither", () => {
  const figures = { questions: 1, ours: 50, theirs: 100, saved: 50, savedByText: 60 };
  assertEquals(compareCosts(FIGURES.rows, "ripgrep"), figures);
  assertEquals(compareCosts(FIGURES.rows, "peers"), figures);
  assertEquals(rowsOf(tableOf(FIGURES)).slice(1), [
    ["Where?", "50", "1,000", "95 %", "2,000", "100"],
    ["How new?", "80", "no answer", "–", "no answer", "no answer"],
    ["_the tool list, once_", "3,000", "–", "–", "2,000", "700"],
  ]);
});

Deno.test("the table replaces only the text between its markers", () => {
  const readme = "before\n<!-- tokens:begin -->\nold\n<!-- tokens:end -->\nafter $1\n";
  const once = withTable(readme, "$& new\n");
  assertEquals(once, "before\n<!-- tokens:begin -->\n\n$& new\n\n<!-- tokens:end -->\nafter $1\n");
  assertEquals(withTable(once, "$& new\n"), once);
  assertThrows(() => withTable("no markers", "x"), Error, "tokens:begin");
});
