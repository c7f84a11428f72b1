/**
 * The output forms, richest first, and what each needs the engine to collect.
 * @module
 */

/** Output forms of a search, richest first: the budget ladder. */
export const OUTPUT_FORMS = [
  "full",
  "group_by_file",
  "summary_only",
  "count_only_matches",
  "total_only",
] as const;

/** An output form. */
export type OutputForm = typeof OUTPUT_FORMS[number];

/** What is collected: every level includes the ones before it. */
export type Need = "total" | "counts" | "samples" | "lines";

const NEED_OF_FORM: Readonly<Record<OutputForm, Need>> = {
  full: "lines",
  group_by_file: "lines",
  summary_only: "samples",
  count_only_matches: "counts",
  total_only: "total",
};

/** What `form` needs. */
export function needOf(form: OutputForm): Need {
  return NEED_OF_FORM[form];
}
