import { assertEquals } from "@std/assert";
import { cellText, markdownTable } from "../../tools/markdown.ts";

Deno.test("a table has a head, a rule and its rows", () => {
  assertEquals(markdownTable(["a", "b"], [["1", "2"]]), "| a | b |\n| --- | --- |\n| 1 | 2 |");
});

Deno.test("the text of a cell is read as it is", () => {
  assertEquals(cellText('["**/*.ts"] a|b size_bytes'), '\\["\\*\\*/\\*.ts"\\] a\\|b size_bytes');
});
