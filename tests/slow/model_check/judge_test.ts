/** The checker must find every kind of wrong answer. */
import { assertEquals } from "@std/assert";
import { differences, judge, TreeWindow } from "./judge.ts";
import { expected } from "./expected.ts";
import type { Question } from "./questions.ts";
import { type Step, Tree } from "./tree.ts";

const create = (path: string, inode: number): Step => ({ do: "create", path, of: "", inode });
const write = (path: string, bytes: string): Step => ({ do: "write", path, at: 0, bytes });
const after = (tree: Tree, ...steps: Step[]) => steps.reduce((tree, step) => tree.after(step), tree);

const before = after(new Tree(), create("a.txt", 1), write("a.txt", "foo\n"), create("b.txt", 2));
const first = after(before, write("a.txt", "bar\n"), create("c.txt", 3), write("c.txt", "foo\nfoo\n"));
const second = after(first, create(".gitignore", 4), write(".gitignore", "c*\n"));

const search = (form: "full" | "count_only_matches" | "total_only", query: string): Question => ({
  tool: "search_content",
  scope: { roots: ["."] },
  sought: { query },
  form,
  page: { limit: 10_000 },
});
const list: Question = { tool: "list_files", scope: { roots: ["."] }, metadata: true, page: { limit: 10_000 } };
const read: Question = { tool: "read_file", path: "a.txt", bytes: true };

/** The right answer for `tree`. */
function answerAbout(question: Question, tree: Tree): Record<string, unknown> {
  const { error, ...fields } = expected(question, tree);
  return error === undefined ? fields : { error: { code: error } };
}

Deno.test("sequential: an answer from the state before is wrong", () => {
  for (const question of [search("full", "foo"), search("total_only", "foo"), list, read]) {
    const wrong = (tree: Tree) =>
      Object.keys(differences(answerAbout(question, tree), expected(question, first))).length > 0;
    assertEquals([wrong(before), wrong(first)], [true, false], JSON.stringify(question));
  }
});

Deno.test("concurrent: an answer from any state during the question is right, from a state before it wrong", () => {
  const window = new TreeWindow([first, second]);
  for (const question of [search("full", "foo"), search("count_only_matches", "bar"), read]) {
    const wrong = [before, first, second].map((tree) =>
      judge(question, answerAbout(question, tree), window) !== undefined
    );
    assertEquals(wrong, [true, false, false], JSON.stringify(question));
  }
});

Deno.test("concurrent: an answer that omits, invents or tears content is wrong", () => {
  const window = new TreeWindow([first]);
  const counts = (total: number, counts: Record<string, number>) =>
    judge(search("count_only_matches", "foo"), { total, counts }, window) === undefined;
  assertEquals(counts(2, { "c.txt": 2 }), true);
  assertEquals(counts(0, {}), false, "left out");
  assertEquals(counts(3, { "b.txt": 1, "c.txt": 2 }), false, "made up");
  assertEquals(counts(1, { "c.txt": 1 }), false, "torn");
  assertEquals(counts(3, { "c.txt": 2 }), false, "a total of another moment");
  assertEquals(judge(search("total_only", "foo"), { total: 1 }, window) === undefined, false);
  const content = (content: string) =>
    judge(read, { content, size_bytes: 4, is_truncated: false }, window) === undefined;
  assertEquals([content("bar\n"), content("bao\n")], [true, false]);
});
