/**
 * What the forms of one search have in common.
 * @module
 */
import { OUTPUT_FORMS } from "../../model/output_form.ts";
import type { SearchReport } from "../../model/search_report.ts";
import type { Args, CurrentCall } from "../current_call.ts";
import type { DisplayedPaths } from "../path_display.ts";
import type { ShownDefinition } from "./shown_definitions.ts";

/** A report, the rows of it that a page holds, and how they are shown. */
export interface View {
  readonly report: SearchReport;
  readonly paths: DisplayedPaths;
  readonly skip: number;
  readonly limit: number;
  readonly currentCall: CurrentCall;
  /** The encoding that the caller forced on the files. */
  readonly encoding?: string;
  /** Whether group_by_file gives the bytes of each match. */
  readonly showsSpans?: boolean;
  /** Definitions whose text stands beside the lines of the form full. */
  readonly definitions?: readonly ShownDefinition[];
}

/** Changes that remove all arguments about the form of an answer. */
export const WITHOUT_FORM: Args = Object.fromEntries(
  [...OUTPUT_FORMS.slice(1), "counts_by"].map((name) => [name, undefined]),
);
