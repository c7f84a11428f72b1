/**
 * The bench's questions, each with the arguments of both programs.
 * @module
 */
import type { Random } from "../../tests/seed.ts";
import { CHANGES } from "./changes.ts";
import { LISTINGS } from "./listings.ts";
import type { PeerName } from "../programs/peers.ts";
import type { Group } from "../report/results.ts";
import { SEARCHES } from "./searches.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** A question in one round. */
export interface QuestionForm {
  readonly args: Readonly<Record<string, unknown>>;
  /** The peer's arguments. */
  readonly peer: readonly string[];
  /** The peer's arguments where our answer is cut at its limit: the peer has no such limit, so it counts instead. */
  readonly peerIfCut?: readonly string[];
}

/** A kind of question. */
export interface Question {
  readonly name: string;
  readonly group: Group;
  readonly peer: PeerName;
  readonly tool: string;
  /** All pages of the answer are requested, one after another. */
  readonly allPages?: boolean;
  /** Changes the tree at `root` before both programs are asked. */
  readonly before?: (root: string, round: number) => void;
  /** Makes a round's question: a new one each time, except in the group "again". */
  ask(round: number): QuestionForm;
  /** The expected `total` of our answer, from the peer's output; `isCut`: that of `peerIfCut`. */
  counts(stdout: Uint8Array, isCut: boolean): number;
}

/** Makes questions from a tree's words, chosen by `random`. */
export type QuestionMaker = (words: Vocabulary, random: Random) => Question[];

/** All questions to a warm server, for a tree with this vocabulary. */
export function questionsFor(words: Vocabulary, random: Random): Question[] {
  return [...SEARCHES(words, random), ...LISTINGS(words, random), ...CHANGES(words, random)];
}

/** Those that do not change the tree, for a tree of the user's. */
export function safeQuestions(questions: readonly Question[]): Question[] {
  return questions.filter(({ before }) => before === undefined);
}

/** Those of the quick form: all that have a goal, and every eighth other one. */
export function quickQuestions(questions: readonly Question[]): Question[] {
  return questions.filter(({ group }, i) => group !== "other" || i % 8 === 0);
}
