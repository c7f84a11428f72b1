/**
 * What other tools call the arguments of the default profile.
 * @module
 */
import { as, beside, either, type Meaning, ofText, ofWords, onOff, otherNames, passedOver } from "../other_names.ts";
import * as values from "../other_values.ts";
import * as words from "../other_words.ts";

/** Which entries a walk meets. */
const WALKING = [
  [words.DOT_FILES, "hidden"],
  [words.IGNORED_TOO, "no_ignore"],
  [words.IGNORED_NOT, values.opposite("no_ignore")],
  [words.FOLLOW, "follow_symlinks"],
] as const;

/** How much is answered. */
const PAGING = [
  [words.MOST, "limit"],
  ["absolute absolute_paths", "absolute"],
  ["token_budget max_tokens", "token_budget"],
] as const;

/** fd's filters. */
const FINDING = [
  ["types", values.kinds],
  [words.TYPE, values.kindOrType],
  [words.EXTENSION, "extensions"],
  [words.DEPTH, "depth"],
  ["recursive", onOff({}, { depth: 1 })],
] as const;

/** Where the case of letters is told by a switch: off, it says nothing beside `case`. */
function caseFor(on: "insensitive" | "sensitive", off: "insensitive" | "sensitive"): Meaning {
  return (value, meant) => onOff({ case: on }, meant.case === undefined ? { case: off } : {})(value, meant);
}

const LINES = { group_by_file: true }, COUNTS = { count_only_matches: true };

/** ripgrep's. */
const SEARCHING = [
  ["regex", ofText((text, meant) => meant.query === undefined ? { query: text } : undefined)],
  ["max_count m max_matches_per_file", "max_count"],
  [words.ANY_CASE, caseFor("insensitive", "sensitive")],
  [words.SAME_CASE, caseFor("sensitive", "insensitive")],
  [words.AFTER, "context_after"],
  [words.BEFORE, "context_before"],
  [words.AROUND, values.around("context_before", "context_after")],
  ["multiline U", "multiline"],
  [words.PLAIN_TEXT, "fixed_strings"],
  [words.EXPRESSION, "regex"],
  ["mode", ofWords({ literal: { fixed_strings: true }, regex: { regex: true } })],
  ["word w whole_word match_whole_word word_match word_boundaries", "word"],
  [`${words.NAMES_ONLY} c`, onOff(COUNTS)],
  ["count", either(onOff(COUNTS), as("limit"))],
  ["output_mode", ofWords({ files_with_matches: COUNTS, count: COUNTS, content: LINES })],
  ["skip offset", "skip"],
  ["invert_match v", values.isOffAnyway],
  [words.NEEDLESS, passedOver],
] as const;

/** Of search_content. */
export const SEARCH_NAMES = otherNames(
  [words.PLACES, "roots"],
  [words.FILE, "roots"],
  [`${words.TEXTS} pattern`, "query"],
  [`${words.GLOBS} glob`, values.globsFor("include_globs")],
  [words.NO_GLOBS, values.globsFor("exclude_globs")],
  [`${words.TYPE} ${words.EXTENSION}`, values.typesAsGlobs("include_globs")],
  ["recursive", values.isOnAnyway],
  ...SEARCHING,
  ...WALKING,
  ...PAGING,
);

/** Of find_and_grep; `pattern`, `glob` and `exclude` are its own. */
export const FIND_AND_GREP_NAMES = otherNames(
  [words.PLACES, "roots"],
  [words.FILE, "roots"],
  [words.TEXTS, "query"],
  ["glob", ofText((glob, meant) => values.globsFor("include_globs")(glob, meant))],
  [words.GLOBS, values.globsFor("include_globs")],
  ["exclude", values.globsFor("exclude")],
  [words.NO_GLOBS, values.globsFor("exclude_globs")],
  ...FINDING,
  ...SEARCHING,
  ...WALKING,
  ...PAGING,
);

/** A name that is looked for: a glob where it can be no expression. */
const nameGlob: Meaning = (value, meant) => {
  const globs = Array.isArray(value) ? value : [value];
  if (meant.pattern !== undefined || !globs.every((glob) => typeof glob === "string")) return undefined;
  return beside(meant, { pattern: globs.length === 1 ? globs[0] : `{${globs.join(",")}}`, glob: true });
};

/** Of list_files; by `offset` some tools count from 0 and some from 1. */
export const LIST_NAMES = otherNames(
  [words.PLACES, "roots"],
  ["glob", ofText(nameGlob)],
  [words.GLOBS, nameGlob],
  ["pattern name query search regex", "pattern"],
  [words.NO_GLOBS, values.globsFor("exclude")],
  [words.METADATA, "metadata"],
  ...FINDING,
  ...WALKING,
  ...PAGING,
);

/** Of glob_files. */
export const GLOB_NAMES = otherNames(
  [`pattern glob query search name ${words.GLOBS}`, "pattern"],
  [words.PLACES, "root"],
  ["type", ofWords({ file: { mode: "files" }, directory: { mode: "directories" } })],
  ["case_sensitive recursive", values.isOnAnyway],
  ...WALKING,
);

/** Of read_file. */
export const READ_NAMES = otherNames(
  [`${words.FILE} paths files`, "path"],
  [words.FIRST_LINE, "start_line"],
  [words.LINES, "max_lines"],
  [words.LAST_LINE, values.lastLine],
  [words.RANGE, values.lineRange],
  ["lines", either(values.lineRange, as("max_lines"))],
  ["head", values.firstLines],
  ["tail", values.lastLines],
  ["line_numbers n show_line_numbers include_line_numbers", "line_numbers"],
  ["mode", ofWords({ slice: {} })],
  ["should_read_entire_file", passedOver],
  ["token_budget max_tokens", "token_budget"],
);

/** Of consult_files. */
export const CONSULT_NAMES = otherNames(
  ["files paths path file file_path file_paths", "files"],
  ["query question prompt text message", "query"],
  ["max_output_tokens max_tokens", "max_output_tokens"],
);
