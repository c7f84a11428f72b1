/**
 * The output forms, richest first, and what each needs the engine to collect.
 * @module
 */

/** Output forms of a search, richest first: the budget ladder. */
export const FORMS = [
  "full",
  "group_by_file",
  "summary_only",
  "count_only_matches",
  "total_only",
] as const;

/** An output form. */
export type Form = typeof FORMS[number];

/** What is collected: every level includes the ones before it. */
export type Need = "total" | "counts" | "samples" | "lines";

const NEEDS: Readonly<Record<Form, Need>> = {
  full: "lines",
  group_by_file: "lines",
  summary_only: "samples",
  count_only_matches: "counts",
  total_only: "total",
};

/** What `form` needs. */
export function needOf(form: Form): Need {
  return NEEDS[form];
}
