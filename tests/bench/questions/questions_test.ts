import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { randomOf } from "../../seed.ts";
import { WARM } from "../../../bench/report/goals.ts";
import { type Question, questionsFor, quickQuestions, safeQuestions } from "../../../bench/questions/questions.ts";
import type { Vocabulary } from "../../../bench/questions/vocabulary.ts";

/** An endless supply of words. */
function vocabulary(): Vocabulary {
  let dealt = 0;
  return { word: (frequency) => `${frequency}${dealt++}`, extensions: ["ts", "rs"], directory: "src" };
}

const questions = () => questionsFor(vocabulary(), randomOf(1));
const asked = (question: Question, round: number) => JSON.stringify(question.ask(round).args);

Deno.test("a warm server gets more than sixty kinds of new questions", () => {
  const names = questions().filter(({ group }) => WARM.includes(group)).map(({ name }) => name);
  assert(names.length >= 60, `${names.length}`);
  assertEquals(names.length, new Set(names).size);
});

Deno.test('a question changes in each round, except in the group "again"', () => {
  for (const question of questions()) {
    const [one, other] = [asked(question, 1), asked(question, 2)];
    if (question.group === "again") assertEquals(one, other, question.name);
    else assertNotEquals(one, other, question.name);
  }
});

Deno.test("the peer's arguments have the words of ours", () => {
  for (const question of questions()) {
    const { args, peer, peerIfCut, fff } = question.ask(3);
    const words = String(args.query ?? args.pattern ?? "");
    if (question.tool === "find_and_grep" || words === "") continue;
    assert(peer.includes(words), question.name);
    if (fff !== undefined) assertEquals(fff.query, args.case === "insensitive" ? words.toLowerCase() : words);
    if (peerIfCut !== undefined) assert(peerIfCut.includes(words) && peerIfCut.includes("--count"), question.name);
  }
});

Deno.test("fff gets literals and expressions in every form, and no question that it has no option for", () => {
  const kinds = (name: string) => questions().find((question) => question.name === name)?.ask(1).fff;
  assertEquals(kinds("a rare word, case-sensitive: total")?.smartCase, false);
  assertEquals(kinds("a word in any case")?.mode, "plain");
  assertEquals([kinds("`\\w+Error\\b`")?.mode, kinds("`\\w+Error\\b`")?.lines], ["regex", undefined]);
  assertEquals(kinds("a common word: 2,000 lines in full")?.lines, 2000);
  assertEquals(kinds("a common word: the first 50 lines")?.lines, 50);
  for (
    const name of [
      "a whole word",
      "a word with 2 lines around",
      "in one directory",
      "in files of one type",
      "over lines: `\\)\\n\\n`",
      "a back-reference: `(\\w)\\1\\1`",
    ]
  ) {
    assert(questions().some((question) => question.name === name), name);
    assertEquals(kinds(name), undefined, name);
  }
});

Deno.test("no question changes a tree that the user named", () => {
  const changing = questions().filter(({ before }) => before !== undefined).map(({ name }) => name);
  assert(changing.length > 0);
  assertEquals(safeQuestions(questions()).length, questions().length - changing.length);
  assert(changing.every((name) => name.startsWith("after ")), changing.join());
});

Deno.test("the quick form has all questions with a goal", () => {
  const quick = quickQuestions(questions()).map(({ name }) => name);
  for (const { name, group } of questions()) if (group !== "other") assert(quick.includes(name), name);
});
