/**
 * The output forms of a search, with the level of detail that the engine must collect for each; and the forms of an
 * answer that a client is sent.
 * @module
 */

/** Output forms, richest first. */
export const OUTPUT_FORMS = [
  "full",
  "group_by_file",
  "summary_only",
  "value_counts",
  "count_only_matches",
  "total_only",
] as const;

export type OutputForm = typeof OUTPUT_FORMS[number];

/** Level of detail; every level includes the ones before it. */
export type Need = "total" | "counts" | "samples" | "lines";

/** The level of detail that each form needs. */
export const NEED_OF_FORM: Readonly<Record<OutputForm, Need>> = {
  full: "lines",
  group_by_file: "lines",
  summary_only: "samples",
  value_counts: "total",
  count_only_matches: "counts",
  total_only: "total",
};

/** By what count_only_matches sums its counts. */
export const COUNT_KEYS = ["file", "directory", "extension"] as const;

export type CountKey = typeof COUNT_KEYS[number];

/** An answer's text, its structured content, or both. */
export type SentAs = "text" | "structured" | "both";

/** The values of `--answers`. `auto`: text for clients that would show the model JSON instead of it, both for all others. */
export const ANSWERS_RULES = ["auto", "text", "structured", "both"] as const;

export type AnswersRule = typeof ANSWERS_RULES[number];
