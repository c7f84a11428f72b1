/**
 * The answer to a call.
 * @module
 */
import type { Hit } from "../model/search_report.ts";

/** A finished answer. Its text and its structured content are each complete. */
export interface Answer {
  readonly text: string;
  readonly structured: Record<string, unknown>;
  readonly isError: boolean;
  /** Whether anything was found: grep's exit code 0 or 1. */
  readonly found: boolean;
  /** The matching lines that a search's text shows; absent if it shows no lines of files. */
  readonly hits?: readonly Hit[];
  /** The text as a result (for a shell's stdout) and an account of it (for stderr), if it consists of these. */
  readonly parts?: { readonly result: string; readonly account: string };
}

/** Adds `notes` to the text and to the structured content of an answer. */
export function withNotes(answer: Answer, notes: readonly string[]): Answer {
  if (notes.length === 0) return answer;
  const lines = ["", ...notes.map((note) => `[${note}]`)].join("\n"), { parts } = answer;
  return {
    ...answer,
    text: answer.text + lines,
    structured: { ...answer.structured, notes },
    ...(parts && { parts: { ...parts, account: parts.account + lines } }),
  };
}
