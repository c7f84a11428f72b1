/**
 * What the forms of one search have in common.
 * @module
 */
import { type CountKey, OUTPUT_FORMS, type OutputForm } from "../../model/output_form.ts";
import type { FoundDefinition, SearchReport } from "../../model/search_report.ts";
import type { AnswerContext } from "../answer.ts";
import type { Args } from "../current_call.ts";
import type { DisplayedPaths, PathDisplay } from "../path_display.ts";

/** How to answer a search. */
export interface SearchAnswerOptions extends AnswerContext {
  /** The form that the caller named. Without it the richest form that fits is chosen. */
  readonly form?: OutputForm;
  /** The key by which count_only_matches sums. Without it: files, or directories if those are too many. */
  readonly countsBy?: CountKey;
  /** The patterns of a list, in order. */
  readonly patterns?: readonly string[];
  readonly skip: number;
  readonly limit: number;
  readonly pathDisplay: PathDisplay;
  /** The encoding that the caller forced on the files. */
  readonly encoding?: string;
  /** Whether group_by_file gives the bytes of each match. */
  readonly showsSpans?: boolean;
  /** Whether value_counts counts the definitions around the lines, of which the report then has all. */
  readonly countsDefinitions?: boolean;
  /** Whether to add the field `meta` of find_and_grep. */
  readonly meta: boolean;
}

/** A definition and what an answer shows of it: its text, its members, or neither. */
export interface ShownDefinition extends FoundDefinition {
  readonly text?: readonly string[];
  /** Each as `12 name`, with its first line. */
  readonly shownMembers?: readonly string[];
}

/** A report, the rows of it that a page holds, and how they are shown. */
export interface View extends SearchAnswerOptions {
  readonly report: SearchReport;
  readonly paths: DisplayedPaths;
  /** Definitions whose text stands beside the lines of the form full. */
  readonly definitions: readonly ShownDefinition[];
  /** The most names of a directory that counts are summed by; Infinity: the directories that hold the files. */
  readonly depth: number;
}

/** Changes that remove all arguments about the form of an answer. */
export const WITHOUT_FORM: Args = Object.fromEntries(
  [...OUTPUT_FORMS.slice(1), "counts_by"].map((name) => [name, undefined]),
);
