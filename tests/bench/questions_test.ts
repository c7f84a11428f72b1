import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { randomOf } from "../seed.ts";
import { WARM } from "./goals.ts";
import { harmless, type Question, questionsFor, quickly } from "./questions.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Words without end. */
function vocabulary(): Vocabulary {
  let dealt = 0;
  return { word: (frequency) => `${frequency}${dealt++}`, extensions: ["ts", "rs"], directory: "src" };
}

const questions = () => questionsFor(vocabulary(), randomOf(1));
const asked = (question: Question, round: number) => JSON.stringify(question.ask(round).args);

Deno.test("a warm server is asked more than sixty kinds of questions that are new to it", () => {
  const names = questions().filter(({ group }) => WARM.includes(group)).map(({ name }) => name);
  assert(names.length >= 60, `${names.length}`);
  assertEquals(names.length, new Set(names).size);
});

Deno.test("a question is another in each round, unless it is one that is asked again", () => {
  for (const question of questions()) {
    const [one, other] = [asked(question, 1), asked(question, 2)];
    if (question.group === "again") assertEquals(one, other, question.name);
    else assertNotEquals(one, other, question.name);
  }
});

Deno.test("whatever the other program is asked, it is told the same words", () => {
  for (const question of questions()) {
    const { args, peer, peerIfCut } = question.ask(3);
    const words = String(args.query ?? args.pattern ?? "");
    if (question.tool === "find_and_grep" || words === "") continue;
    assert(peer.includes(words), question.name);
    if (peerIfCut !== undefined) assert(peerIfCut.includes(words) && peerIfCut.includes("--count"), question.name);
  }
});

Deno.test("nothing that is asked of a tree somebody named changes it", () => {
  const changing = questions().filter(({ before }) => before !== undefined).map(({ name }) => name);
  assert(changing.length > 0);
  assertEquals(harmless(questions()).length, questions().length - changing.length);
  assert(changing.every((name) => name.startsWith("after ")), changing.join());
});

Deno.test("the quick form asks all that the goals name", () => {
  const quick = quickly(questions()).map(({ name }) => name);
  for (const { name, group } of questions()) if (group !== "other") assert(quick.includes(name), name);
});
