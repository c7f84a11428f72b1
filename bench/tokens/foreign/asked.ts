/**
 * The questions about the foreign tree with every server's calls.
 * @module
 */
import type { AskedQuestion } from "../question.ts";
import { FOSSICK_CALLS } from "./fossick_calls.ts";
import { AST_GREP_CALLS, CODEGRAPH_CALLS, RIPGREP_CALLS } from "./peer_calls.ts";
import { FOREIGN_QUESTIONS, type ForeignName } from "./questions.ts";

/** The twenty questions, in order. */
export function foreignQuestions(): AskedQuestion[] {
  const names = Object.keys(FOREIGN_QUESTIONS).filter((name): name is ForeignName => name in FOSSICK_CALLS);
  return names.map((name) => ({
    ...FOREIGN_QUESTIONS[name],
    calls: {
      fossick: FOSSICK_CALLS[name],
      ripgrep: RIPGREP_CALLS[name],
      codegraph: CODEGRAPH_CALLS[name],
      astGrep: AST_GREP_CALLS[name],
    },
  }));
}
