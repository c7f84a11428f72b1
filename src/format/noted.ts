/**
 * Notes beside an answer that is no list of records.
 * @module
 */
import type { Answer } from "./answer.ts";

/** The answer with `notes`, in text and in structured content. */
export function noted(answer: Answer, notes: readonly string[]): Answer {
  if (notes.length === 0) return answer;
  const lines = ["", ...notes.map((note) => `[${note}]`)].join("\n"), { apart } = answer;
  return {
    ...answer,
    text: answer.text + lines,
    structured: { ...answer.structured, notes },
    ...(apart && { apart: { ...apart, account: apart.account + lines } }),
  };
}
