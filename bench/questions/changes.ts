/**
 * Questions directly after a change of the tree, as from a host that edits it.
 * @module
 */
import { join } from "@std/path";
import { allFiles } from "./listings.ts";
import type { Question, QuestionMaker } from "./questions.ts";
import { searchQuestion } from "./search_question.ts";

/** Makes a question that is asked each time directly after a file was written. */
function after(what: string, question: Question, file: (round: number) => string): Question {
  return {
    ...question,
    name: `after ${what}: ${question.name}`,
    group: "other",
    before: (root, round) => Deno.writeTextFileSync(join(root, file(round)), `written in round ${round}\n`),
  };
}

/** All questions that change the tree. */
export const CHANGES: QuestionMaker = ({ word, directory }) => {
  const rare = () => searchQuestion("other", "a rare word", "total", () => ({ query: word("rare") }));
  return [
    after("an edit", rare(), () => `${directory}/fossick-edited.txt`),
    after("a new file", rare(), (round) => `${directory}/fossick-${round}.txt`),
    after("a new file in the root", rare(), (round) => `fossick-${round}.txt`),
    after("a new file", allFiles("other", "ripgrep"), (round) => `${directory}/fossick-listed-${round}.txt`),
  ];
};
