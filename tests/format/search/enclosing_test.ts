import { assertEquals } from "@std/assert";
import { searchAnswer } from "../../../src/format/search/search_answer.ts";
import { fileHits, hit, report, searchOptions } from "../search_fixtures.ts";

const RUN = { name: "Task.run", startLine: 10, endLine: 30 }, TASK = { name: "Task", startLine: 2, endLine: 90 };

const FOUND = report([
  fileHits(
    "src/a.ts",
    hit(1, "go;", 0, 2),
    hit(12, "  go(1);", 2, 4, { enclosing: RUN }),
    hit(14, "  go(2);", 2, 4, { enclosing: RUN, before: ["  if (x) {"], after: ["  }"] }),
    hit(40, "  go: 1", 2, 4, { enclosing: TASK }),
    hit(95, "go;", 0, 2),
  ),
  fileHits("src/b.ts", hit(3, "go", 0, 2)),
]);

Deno.test("group_by_file names a definition once, above its lines", () => {
  const { answer } = searchAnswer(FOUND, searchOptions({ form: "group_by_file" }));
  assertEquals(
    answer.text,
    `src/a.ts
1:go;
--
  in Task.run 10-30
12:  go(1);
13-  if (x) {
14:  go(2);
15-  }
--
  in Task 2-90
40:  go: 1
--
95:go;

src/b.ts
3:go
[6 matches]`,
  );
  const { files } = Object(answer.structured);
  assertEquals(files.map((file: Record<string, unknown>) => file.in), [
    { "12": "Task.run 10-30", "40": "Task 2-90" },
    undefined,
  ]);
});

Deno.test("the form full names the definition of each match", () => {
  const { answer } = searchAnswer(FOUND, searchOptions());
  assertEquals(answer.text.split("\n").slice(0, 5), [
    "src/a.ts:1:go;",
    "--",
    "  in Task.run 10-30",
    "src/a.ts:12:  go(1);",
    "src/a.ts-13-  if (x) {",
  ]);
  const { matches } = Object(answer.structured);
  assertEquals(matches.map((match: Record<string, unknown>) => match.enclosing), [
    undefined,
    "Task.run 10-30",
    "Task.run 10-30",
    "Task 2-90",
    undefined,
    undefined,
  ]);
});

Deno.test("a long name is cut, and characters that mislead are written visibly", () => {
  const heading = { name: "a\u202e".repeat(60), startLine: 1, endLine: 9 };
  const found = report([fileHits("a.md", hit(2, "go", 0, 2, { enclosing: heading }))]);
  const [, line] = searchAnswer(found, searchOptions({ form: "group_by_file" })).answer.text.split("\n");
  assertEquals(line, `  in ${"a\\u202e".repeat(40)}… 1-9`);
});
