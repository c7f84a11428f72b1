/**
 * What a call gives back.
 * @module
 */
import type { Hit } from "../model/report.ts";

/** A finished answer. Text and structured content are each complete. */
export interface Answer {
  readonly text: string;
  readonly structured: Record<string, unknown>;
  readonly isError: boolean;
  /** Whether anything was found: grep's exit code 0 or 1. */
  readonly found: boolean;
  /** The lines that a search's text shows, with the places of their matches; absent where it shows no lines of files. */
  readonly hits?: readonly Hit[];
  /** Where the text is a result and an account of it: the two apart, for the shell's stdout and stderr. */
  readonly parts?: { readonly result: string; readonly account: string };
}

/** The answer with `notes`, in text and in structured content. */
export function withNotes(answer: Answer, notes: readonly string[]): Answer {
  if (notes.length === 0) return answer;
  const lines = ["", ...notes.map((note) => `[${note}]`)].join("\n"), { parts: apart } = answer;
  return {
    ...answer,
    text: answer.text + lines,
    structured: { ...answer.structured, notes },
    ...(apart && { parts: { ...apart, account: apart.account + lines } }),
  };
}
