/**
 * The sentences of answers, beside their results. They are English: a model reads them. `{name}` stands for a value.
 * @module
 */
import { fill, type TemplateValues } from "../model/messages/bilingual.ts";

/** The words for units, by number. */
const UNITS = {
  matches: ["match", "matches"],
  files: ["file", "files"],
  entries: ["entry", "entries"],
  directories: ["directory", "directories"],
  extensions: ["extension", "extensions"],
  values: ["value", "values"],
  patterns: ["query", "queries"],
  lines: ["line", "lines"],
  bytes: ["byte", "bytes"],
  tokens: ["token", "tokens"],
} as const;

const PHRASES = {
  count: "{n} {unit}",
  count_in_files: "{n} {unit} in {files} {file}",
  at_least: "at least {count}",
  about_tokens: "~{n} {unit}",
  searched: "searched {n} {unit}",
  skipped: "skipped: {list}",
  more: "{shown} of {total} {unit} shown ({cause}); for the rest: {call}",
  part_of: "{shown} of {whole}",
  next_page: "more: {skip}",
  match_cut: "{place}: {shown} of the match's {lines} lines are shown. For all of them: {call}",
  definition_unshown: "Too long to show; in full: {call}",
  no_room: "Not even one record fits into {budget} {unit}. With a higher budget: {call}",
  beyond_end: "skip={skip} is beyond the last of {total}: start again without it.",
  tree_changed:
    "The tree has changed since the first page, so pages may overlap or skip records: start again without skip.",
  cut_timeout:
    "Stopped at the deadline, so more may exist: narrow the pattern or the files, or give it more time: {call}",
  cut_narrow: "Stopped at the deadline, so more may exist: narrow the pattern or the files.",
  less_beside: "Not even one record fits into {budget} {unit}. Without context or metadata: {call}",
  no_record: "Not even one record fits into {budget} {unit}: start the server with a higher --token-budget.",
  shown: "{n} shown",
  narrower: "Showing {shown} of {total} matches. Use a more specific pattern.",
  cut_file_limit: "More files were found than file_limit allows: narrow the filters, or raise it: {call}",
  cut_file_limit_cap: "More files were found than file_limit allows, which is at most 10000: narrow the filters.",
  hard_line: "The pattern took too long on {n} line, which was skipped: simplify it.",
  hard_lines: "The pattern took too long on {n} lines, which were skipped: simplify it.",
  degraded: "{from} would take ~{tokens} {unit}, over the budget of {budget}, so this is {form}.",
  see_lines: "To get lines, narrow the query or roots, or page through them: {call}",
  see_entries: "To list entries, narrow roots or pattern, or page through them: {call}",
  deeper: "{shown} of {total} directories shown, the largest of each level. More: {call}",
  tree_cut: "{shown} of {total} directories shown, the largest of each level: narrow roots or depth for the others.",
  tree_heading: "path, files and directories below it",
  more_directories: "… {n} more",
  list_shortened: "{shown} of {total} listed (token_budget).",
  list_shortened_more: "{shown} of {total} listed (token_budget); with more: {call}",
  values_cut: "Only the first {n} values were counted, or those that memory has room for: narrow the query or roots.",
  patterns_cut: "{shown} of {total} queries listed (token_budget); more: {call}",
  to_depth: "directories to depth {depth}",
  summed_counts:
    "Counts by file would take ~{tokens} {unit}, over the budget of {budget}, so they are summed by directory. By file: {call}",
  see_structured: "The answer is in the structured content.",
  lowered: "{field} lowered from {value} to its cap {cap}.",
  alike_path: "{given} does not exist. {path}, which looks the same, was used instead.",
  missing_path: "{path} does not exist and was left out.",
  unreadable_path: "{path} can't be read and was left out.",
  missing_paths: "{n} more do not exist and were left out.",
  zero_is_default: "{field}: 0 means the default.",
  unused_with_tree: "tree ignores {fields}.",
  size_without_sign: "{size} means exactly that size; at least: +{size}, at most: -{size}.",
  undoubled: "{given} matches nothing as given, so every \\\\ was read as \\: {meant}",
  nearest_call: "Nearest existing: {paths}: {call}",
  nearest_paths: "Nearest existing: {paths}.",
  read_lines: "lines {from}-{to}",
  read_lines_of: "lines {from}-{to} of {total}",
  read_bytes: "bytes {from}-{to} of {total}",
  read_next: "next: {next}",
  reads_left_out: "The first {n} of {all} reads are answered; the next: {call}",
  outline_unknown: "There is no grammar for this kind of file, only for {languages}. Its first lines: {call}",
  outline_none: "No definitions were found. Its first lines: {call}",
  outline_broken: "The file does not parse, so no definitions were found. Its first lines: {call}",
  outline_cut: "{n} of {total} definitions are left out to fit the budget, the deepest first. More: {call}",
  outline_partial:
    "Only a part of the file could be parsed: definitions after line {n} may be missing. To read from there: {call}",
  outline_rest: "In the rest:",
  outline_more: "… {n} more",
  nearest_symbols: "Nearest existing: {names}: {call}",
  symbol_several: "{n} definitions have this name. To read one: {call}",
  line_cut: "Line {n} is too long and was cut: next continues it. The line after it: {call}",
  last_line_cut: "Line {n}, the last, is too long and was cut: next continues it.",
  read_not_utf8: "Bytes that are not UTF-8 are shown as �.",
  read_other_encoding: "Bytes that are not UTF-8 are shown as �; the text seems to be in {encoding}: {call}",
  read_blank: "There is no visible text here.",
  read_empty: "Nothing here: the file has {size} {bytes}.",
  read_empty_lines: "Nothing here: the file has {size} {bytes}, {n} {lines}.",
  lines_to: "Cut after line {n} ({cause}); for the rest: {call}",
  line_shortened: "Line {n} is too long: only its beginning is shown.",
  lines_uncounted: "The file is too large to count its lines in time, so totalLines is missing.",
  control_shown: "control characters are shown as \\xNN",
  would_send: "Would send {n} {unit}, {bytes} {byte}, ~{tokens} {token}; nothing was sent.",
  sent: "{model} was asked about {n} {unit}, {bytes} {byte}; {input} {token} in, {output} out.",
  would_send_less: "If the model's context holds less, long files are cut: none takes more than half of it.",
  would_send_cut: "only its beginning would be sent",
  sent_cut: "only its beginning was sent",
  answer_cut: "The model stopped at its output limit. With a higher one: {call}",
  answer_over_budget:
    "The answer was ~{tokens} {unit} and was cut to fit {budget}. To get an answer of this length: {call}",
  left_out: "left out: {path}: {reason}",
} as const;

/** The name of a phrase. */
export type PhraseKey = keyof typeof PHRASES;

/** The phrase `key`, filled in with `values`. */
export function say(key: PhraseKey, values: TemplateValues = {}): string {
  return fill(PHRASES[key], values);
}

/** The unit of an answer's records. */
export type Unit = "matches" | "files" | "entries" | "directories" | "extensions" | "values" | "patterns";

/** The word for `unit` after the number `n`. */
export function unitWord(unit: keyof typeof UNITS, n: number): string {
  return UNITS[unit][n === 1 ? 0 : 1];
}

/** `3 matches`. */
export function countPhrase(unit: keyof typeof UNITS, n: number): string {
  return `${n} ${unitWord(unit, n)}`;
}

/** The number of records found. If `cutBy` is given, there may be more. */
export interface FoundTotal {
  readonly total: number;
  readonly cutBy?: string;
}

/** `3 matches`, or `at least 3 matches`. */
export function totalPhrase(unit: Unit, { total, cutBy }: FoundTotal): string {
  const count = countPhrase(unit, total);
  return cutBy === undefined ? count : say("at_least", { count });
}

/** The hint that a pattern took too long on `n` lines; none if `n` is 0. */
export function hardLineHints(n: number): string[] {
  return n === 0 ? [] : [say(n === 1 ? "hard_line" : "hard_lines", { n })];
}
