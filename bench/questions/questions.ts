/**
 * What the bench asks, each question as both programs are asked it.
 * @module
 */
import type { Random } from "../../tests/seed.ts";
import { CHANGES } from "./changes.ts";
import type { FffQuery } from "../programs/fff.ts";
import { LISTINGS } from "./listings.ts";
import type { PeerName } from "../programs/peers.ts";
import type { Group } from "../report/results.ts";
import { SEARCHES } from "./searches.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** One asking. */
export interface QuestionForm {
  readonly args: Readonly<Record<string, unknown>>;
  /** What the other program is told. */
  readonly peer: readonly string[];
  /** The same where our answer is cut at its limit: the peer can't be asked for its first lines, only for counts. */
  readonly peerIfCut?: readonly string[];
  /** The same for fff; absent where fff can't be asked it. */
  readonly fff?: FffQuery;
}

/** A kind of question. */
export interface Question {
  readonly name: string;
  readonly group: Group;
  readonly peer: PeerName;
  readonly tool: string;
  /** All pages of the answer are asked for, one after another. */
  readonly allPages?: boolean;
  /** Changes something in the tree at `root`, before both programs are asked. */
  readonly before?: (root: string, round: number) => void;
  /** A new question in each round, except where the group is "again". */
  ask(round: number): QuestionForm;
  /** What our answer says in `total`, from what the peer printed; `isCut`: when it was asked `peerIfCut`. */
  counts(stdout: Uint8Array, isCut: boolean): number;
}

/** Makes questions out of a tree's words; draws them from `random`. */
export type QuestionMaker = (words: Vocabulary, random: Random) => Question[];

/** All questions to a server that is warm, about a tree with this vocabulary. */
export function questionsFor(words: Vocabulary, random: Random): Question[] {
  return [...SEARCHES(words, random), ...LISTINGS(words, random), ...CHANGES(words, random)];
}

/** Those that may be asked of a tree that somebody has named: nothing in it is changed. */
export function safeQuestions(questions: readonly Question[]): Question[] {
  return questions.filter(({ before }) => before === undefined);
}

/** Some of them: all that goals name, and every eighth other. */
export function quickQuestions(questions: readonly Question[]): Question[] {
  return questions.filter(({ group }, i) => group !== "other" || i % 8 === 0);
}
