/**
 * The forms of an answer that a client is sent.
 * @module
 */

/** An answer's text, its structured content, or both. */
export type SentAs = "text" | "structured" | "both";

/** The values of `--answers`. `auto`: text for clients that would show the model JSON instead of it, both for all others. */
export const ANSWERS_RULES = ["auto", "text", "structured", "both"] as const;

/** One of `ANSWERS_RULES`. */
export type AnswersRule = typeof ANSWERS_RULES[number];
