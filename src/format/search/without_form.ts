/**
 * Removes the form from a call.
 * @module
 */
import type { Args } from "../current_call.ts";
import { OUTPUT_FORMS } from "../../model/output_form.ts";

/** Changes that remove all arguments about the form of an answer. */
export const WITHOUT_FORM: Args = Object.fromEntries(
  [...OUTPUT_FORMS.slice(1), "counts_by"].map((name) => [name, undefined]),
);
