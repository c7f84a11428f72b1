/**
 * What else a query may be read as, and how a tool is asked for that.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import type { Query } from "../../model/request.ts";
import type { RequestChange, SelectionSwitches } from "./selection_changes.ts";

/** The arguments of a profile's tool that make each change; absent where it has none for it. */
export interface SearchSwitches extends SelectionSwitches {
  /** Letter case does not matter. */
  readonly anyCase: Args;
  /** The query is plain text. */
  readonly text: (pattern: string) => Args;
  /** The query is a regular expression. */
  readonly regex?: Args;
  readonly partOfWord?: Args;
  /** This is the query. */
  readonly pattern: (pattern: string) => Args;
  /** The tool itself reads doubled backslashes as single ones where the query finds nothing. */
  readonly undoubles?: true;
  /** It may match across lines. */
  readonly multiline?: Args;
  /** The files are in this encoding. */
  readonly encoding?: (label: string | undefined) => Args;
  /** Files of at most this size are searched. */
  readonly maxSize?: (size: string) => Args;
  /** Files that these globs match are searched, without any all. */
  readonly globs: (globs: readonly string[]) => Args;
  /** Whether that is globs: then those that do are worth more than the advice to write some. */
  readonly byGlobs?: true;
}

/** In any letter case; none where that kept nothing from being found. */
export function caseChange(query: Query, { anyCase }: SearchSwitches): RequestChange[] {
  const { caseRule, pattern } = query, isOfAny = caseRule === "sensitive" ? /\p{L}/u : /\p{Lu}/u;
  if (caseRule === "insensitive" || !isOfAny.test(pattern)) return [];
  return [{ phrase: "near_case", patch: { query: { ...query, caseRule: "insensitive" } }, advice: anyCase }];
}

/** The query read in other ways, the likeliest slip first. */
export function interpretationChanges(query: Query, switches: SearchSwitches): RequestChange[] {
  const { pattern, fixed, word } = query, isSpecial = /[\\^$.*+?()[\]{}|]/.test(pattern);
  const change = (phrase: PhraseKey, to: Partial<Query>, turn: Args = {}): RequestChange => ({
    phrase,
    patch: { query: { ...query, ...to } },
    advice: turn,
  });
  const written = (phrase: PhraseKey, other: string) =>
    fixed || other === pattern ? [] : [change(phrase, { pattern: other }, switches.pattern(other))];
  return [
    ...(!fixed && isSpecial ? [change("near_literal", { fixed: true }, switches.text(pattern))] : []),
    ...(fixed && isSpecial ? [change("near_regex", { fixed: false }, switches.regex)] : []),
    ...written("near_branches", withAlternation(pattern)),
    ...written("near_slashes", withoutRegexDelimiters(query)),
    ...(switches.undoubles ? [] : written("near_doubled", singleBackslashes(pattern))),
    ...(word ? [change("near_word", { word: false }, switches.partOfWord)] : []),
    ...multilineChanges(query, switches).map(({ to, turn }) => change("near_lines", to, turn)),
  ];
}

/** As grep reads it unless told otherwise. */
function withAlternation(pattern: string): string {
  return pattern.replace(/\\./gs, (escape) => escape === "\\|" ? "|" : escape);
}

/** As it was before each backslash was doubled. */
export function singleBackslashes(pattern: string): string {
  return pattern.replaceAll("\\\\", "\\");
}

/** As JavaScript reads `/expression/flags`. */
export function withoutRegexDelimiters({ pattern }: Pick<Query, "pattern">): string {
  const [, inner, flags = ""] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern) ?? [];
  if (inner === undefined) return pattern;
  return (flags.includes("i") ? "(?i)" : "") + inner.replaceAll("\\/", "/");
}

/**
 * An expression that itself says that it continues after a line break, though the search goes line by line: `(?s)`,
 * `[\\s\\S]`, `[^)]`. A `.` beside these was meant for the line, and would take in the rest of the file.
 */
function multilineChanges(
  { pattern, fixed, multiline }: Query,
  switches: SearchSwitches,
): { to: Partial<Query>; turn: Args }[] {
  if (fixed || multiline || switches.multiline === undefined) return [];
  const isOfAll = /\(\?[imx]*s/.test(pattern);
  if (!isOfAll && !/\\[sSDW]|\[\^/.test(pattern)) return [];
  const across = !isOfAll && /(?<!\\)\./.test(pattern) ? "(?-s)" + pattern : pattern;
  const turn = { ...switches.multiline, ...(across === pattern ? {} : switches.pattern(across)) };
  return [{ to: { pattern: across, multiline: true }, turn }];
}
