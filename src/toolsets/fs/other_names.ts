/**
 * What other tools call the arguments of this profile.
 * @module
 */
import { either, ofText, ofWords, onOff, otherNames, passedOver } from "../other_names.ts";
import * as values from "../other_values.ts";
import * as words from "../other_words.ts";

const LITERAL = { mode: "literal" }, REGEX = { mode: "regex" };

/** Of list_files. */
export const LIST_NAMES = otherNames(
  [words.PLACES, "root"],
  [`${words.GLOBS} glob pattern`, values.globsFor("include_globs")],
  [words.NO_GLOBS, values.globsFor("exclude_globs")],
  [words.MOST, "max_results"],
  [words.METADATA, "include_metadata"],
  ["include_dirs include_directories", "include_dirs"],
  [words.DEPTH, (value) => Number(value) === 1 ? { recursive: false } : undefined],
);

/** Of search_text. */
export const SEARCH_NAMES = otherNames(
  [words.PLACES, "root"],
  [words.FILE, "root"],
  ["regex", either(ofText((query) => ({ query, ...REGEX })), onOff(REGEX, LITERAL))],
  [`${words.TEXTS} pattern`, "query"],
  [words.EXPRESSION, onOff(REGEX, LITERAL)],
  [words.PLAIN_TEXT, onOff(LITERAL, {})],
  [`${words.GLOBS} glob`, values.globsFor("include_globs")],
  [words.NO_GLOBS, values.globsFor("exclude_globs")],
  [words.ANY_CASE, values.opposite("case_sensitive")],
  [words.SAME_CASE, "case_sensitive"],
  [words.AROUND, "context_lines"],
  [words.MOST, "max_results"],
  ["skip offset", "skip"],
  ["output_mode", ofWords({ content: {} })],
  [words.NEEDLESS, passedOver],
  ["multiline invert_match v", values.isOffAnyway],
);

/** Of read_file. */
export const READ_NAMES = otherNames(
  [words.FILE, "path"],
  [words.FIRST_LINE, "start_line"],
  [words.LINES, "max_lines"],
  [words.LAST_LINE, values.lastLine],
  [words.RANGE, values.lineRange],
  ["head", values.firstLines],
  ["should_read_entire_file", passedOver],
);
