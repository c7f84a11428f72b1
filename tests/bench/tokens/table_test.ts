import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { goalsOfQuestions, goalTable } from "../../../bench/tokens/goals.ts";
import { lossesOf } from "../../../bench/tokens/losses.ts";
import { compareCosts, tableOf, withTable } from "../../../bench/tokens/table.ts";
import { ROWS } from "./sample_rows.ts";

/** The cells of a Markdown table's rows, without its rule. */
function rowsOf(text: string): string[][] {
  return text.split("\n").filter((line) => /^\| (?!-)/.test(line)).map((line) =>
    line.slice(1, -1).split("|").map((cell) => cell.trim())
  );
}

Deno.test("a question that one side misses or can't answer counts for neither", () => {
  assertEquals(compareCosts(ROWS, "text", "ripgrep"), { questions: 1, ours: 50, theirs: 100 });
  assertEquals(compareCosts(ROWS, "text", "shell"), { questions: 1, ours: 50, theirs: 40 });
  assertEquals(compareCosts(ROWS, "structured", "astGrep"), { questions: 0, ours: 0, theirs: 0 });
});

Deno.test("a table's cells have tokens, turns where there are several, and misses", () => {
  const table = tableOf({ rows: ROWS, lists: { text: 3000 } }, ["shell", "text", "ripgrep"]);
  assertEquals(rowsOf(table).slice(1), [
    ["Where?", "40", "50, 2 turns", "100"],
    ["How new?", "misses (8)", "80", "–"],
    ["_the tool list, once_", "–", "3,000", "–"],
    ["compared with", "questions", "its tokens", "fossick's", "fossick / it", "structured / it"],
    ["shell", "1", "40", "50", "× 1.3", "× 1.5"],
    ["`mcp-ripgrep`", "1", "100", "50", "× 0.50", "× 0.60"],
  ]);
});

Deno.test("a contestant that answers no question is in no comparison", () => {
  assertEquals(tableOf({ rows: ROWS, lists: {} }, ["text", "astGrep"]).includes("compared with"), false);
});

Deno.test("goals compare sums and the worst question with the shell, and name each question with more turns", () => {
  const goals = goalsOfQuestions(ROWS).map(({ words, measured, met }) => [words, measured, met]);
  assertEquals(goals, [
    ["1 question, fossick / shell", "× 1.25; × 1.00 with the JSON of the shell's calls", false],
    ["1 question, fossick, structured / shell", "× 1.50; × 1.20 with the JSON of the shell's calls", false],
    ["the worst question, fossick / shell", "× 1.25 (Where?); 0 questions above × 1.5", true],
    ["turns for each question", "more for Where?", false],
    ["questions with a fact missing in the answer", "none", true],
  ]);
  assertEquals(rowsOf(goalTable(goalsOfQuestions(ROWS)))[4], [
    "turns for each question",
    "≤ the shell's",
    "more for Where? (missed)",
  ]);
});

Deno.test("losses are the questions at which the shell is cheaper or needs fewer turns, with both answers", () => {
  const [where = ""] = ROWS.map((row) => lossesOf([row]));
  assertMatch(where, /^## Where\?\nshell 40 tokens, 1 turn\(s\); fossick text 50 \(× 1\.25\), 2 turn\(s\)/);
  assertMatch(where, /--- shell\n40 tokens\n--- fossick\n50 tokens\n$/);
  assertEquals(lossesOf([{ ...ROWS[0], costs: { shell: ROWS[0].costs.text, text: ROWS[0].costs.shell } }]), "");
});

Deno.test("a table replaces only the text between its markers", () => {
  const page = "before\n<!-- own:begin -->\nold\n<!-- own:end -->\nafter $1\n";
  const once = withTable(page, "own", "$& new\n");
  assertEquals(once, "before\n<!-- own:begin -->\n\n$& new\n\n<!-- own:end -->\nafter $1\n");
  assertEquals(withTable(once, "own", "$& new\n"), once);
  assertThrows(() => withTable("no markers", "own", "x"), Error, "own:begin");
});
