/**
 * Alternatives of a call that chooses files and found nothing: the stages of a listing and of a search.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import { parentPath } from "../../model/place.ts";
import type { Skipped } from "../../model/report.ts";
import type { NameTest } from "../../model/request.ts";
import type { ToolCall } from "../define_tool.ts";
import { type AlternativeStages, type HintAlternative, nearestPathAlternative } from "./explain_zero.ts";
import { globAlternatives } from "./glob_alternatives.ts";
import { translateDialects } from "./glob_dialects.ts";
import { singleBackslashes, withoutRegexDelimiters } from "./query_changes.ts";
import { escapeBrackets, globsForPaths, underAnyParent } from "./rewrite_glob.ts";
import {
  type EntrySelection,
  pairsOfChanges,
  type RequestChange,
  type SelectionSwitches,
  withoutFilter,
  withoutName,
  withoutRules,
} from "./selection_changes.ts";
import { globSpellingProbes, nameSpellingProbe } from "./other_spellings.ts";

/** A call that found nothing. */
export interface UnmatchedCall {
  readonly selection: EntrySelection;
  readonly skipped: Skipped;
  readonly timeoutMs: number;
  readonly switches: SelectionSwitches;
  readonly call: ToolCall;
  /** Its globs may be for what is in hidden or ignored directories. */
  readonly reachesExcluded?: boolean;
  /** A name that is not there. */
  readonly missingName?: string;
  /** What it would be with a change. */
  alternative(change: RequestChange): HintAlternative;
}

/** What a search may have been meant as besides. */
export interface QueryAlternatives {
  /** Letters in any case. */
  readonly anyCase: readonly RequestChange[];
  readonly interpretations: readonly RequestChange[];
  readonly fileFormats: readonly RequestChange[];
  /** The query in the words of the files. */
  readonly respelled: readonly HintAlternative[];
}

/** The stages of a call, the likeliest first; of a listing, those without a query. */
export function alternativeStages(asked: UnmatchedCall, query?: QueryAlternatives): AlternativeStages {
  const { selection: choice, skipped, timeoutMs, switches: { rules }, call: { currentCall: { args } } } = asked;
  const meant = (changes: readonly RequestChange[]) => changes.map((one) => asked.alternative(one));
  const { anyCase: cased = [], interpretations: readings = [], fileFormats: texts = [], respelled: spelt = [] } =
      query ?? {},
    unglobbed = withoutGlobs(asked);
  return [
    meant([
      ...cased,
      ...readings,
      ...globChanges(asked),
      ...(query ? unglobbed : []),
      ...texts,
      ...nameChanges(choice),
      ...withoutRules(1, choice.scope, skipped, rules),
      ...withoutFilter(choice, args),
    ]),
    // Of a search, two of them may be said.
    meant(pairsOfChanges(choice, skipped, rules, args, cased)).map(({ onceKey: once, ...one }) =>
      query ? one : { ...one, once }
    ),
    query ? [] : meant(excludedByRules(asked)),
    nameSpellingProbe({ ...choice, timeoutMs }, (name) =>
      asked.alternative({
        phrase: "near_pattern",
        patch: { tests: choice.tests && { ...choice.tests, name } },
        advice: { pattern: name.pattern },
      })),
    globSpellingProbes(choice.scope, timeoutMs, (globs) => asked.alternative(globChange(asked, globs))),
    spelt,
    nearestPathAlternative(asked.missingName, timeoutMs),
    meant([...withoutName(choice, args), ...(query ? [] : unglobbed)]),
  ];
}

/** What else the test of names may have been meant as. */
function nameChanges({ tests }: EntrySelection): RequestChange[] {
  if (tests?.name === undefined) return [];
  return nameAlternatives(tests.name).map(({ name, ...rest }) => ({ ...rest, patch: { tests: { ...tests, name } } }));
}

function globChange({ selection: { scope }, switches }: UnmatchedCall, globs: readonly string[]): RequestChange {
  return { phrase: "near_mended_globs", patch: { scope: { ...scope, globs } }, advice: switches.globs?.(globs) ?? {} };
}

function globChanges(asked: UnmatchedCall): RequestChange[] {
  const { selection: { scope }, switches, call, reachesExcluded: through } = asked;
  if (switches.globs === undefined) return [];
  return globAlternatives(scope.globs, call.context.projectRoot, through).map((globs) => globChange(asked, globs));
}

function withoutGlobs({ selection: { scope }, switches: { globs } }: UnmatchedCall): RequestChange[] {
  if (globs === undefined || scope.globs.length === 0) return [];
  return [{ phrase: "near_globs", patch: { excludedBy: ["globs"] }, advice: globs([]) }];
}

/** Rules of a listing that no switch takes off: what they leave out has to be named. */
function excludedByRules(
  { selection: { scope }, skipped, switches: { globs, linkTarget: linked } }: UnmatchedCall,
): RequestChange[] {
  if (globs === undefined) return [];
  const words = { ignored: "", hidden: "", ...(linked && { links: "" }) };
  return [...withoutRules(1, scope, skipped, words), ...withoutRules(2, scope, skipped, words)];
}

/** What rules leave out and no switch lets in, named by globs, or by the directory that a link leads to. */
export function nameExcluded(
  asked: UnmatchedCall,
  { phrase, patch: { excludedBy: leftOutBy } }: RequestChange,
  paths: readonly string[],
): HintAlternative[] {
  const { selection: { scope }, switches: { linkTarget: linked }, call: { currentCall: own } } = asked;
  if (!leftOutBy?.includes("links")) {
    const globs = [...scope.globs.filter((glob) => glob.startsWith("!")), ...globsForPaths(paths)];
    return [asked.alternative({ ...globChange(asked, globs), phrase })];
  }
  const dir = parentPath(paths[0]), turn = linked?.(dir, own);
  return turn === undefined
    ? []
    : [asked.alternative({ phrase, patch: { scope: { ...scope, roots: [dir] } }, advice: turn })];
}

/**
 * What else a pattern for names may have been meant as: one of the whole path, since no name has a slash; one with
 * brackets as they stand in a name (`[id].ts`); in any case; of a glob that is a word, or has signs that globs don't
 * have, an expression.
 */
export function nameAlternatives(name: NameTest): NameAlternative[] {
  const { pattern, fullPath, syntax } = name, small = lowerCasePattern(name), plain = escapeBrackets(pattern);
  const written = (phrase: PhraseKey, pattern: string) => ({ phrase, name: { ...name, pattern }, advice: { pattern } });
  const isLikelyRegex = syntax === "glob" && /^[\w-]+$|[\\^$+|()]/.test(pattern);
  const whole = {
    phrase: "near_whole_path",
    name: { ...name, fullPath: true },
    advice: { full_path_match: true },
  } as const;
  const regex = { phrase: "near_name_regex", name: { ...name, syntax: "regex" }, advice: { glob: false } } as const;
  return [
    ...(!fullPath && pattern.includes("/") ? [whole] : []),
    ...(plain === pattern ? [] : [written("near_brackets", plain)]),
    ...(isLikelyRegex ? [regex] : []),
    ...(small === pattern ? [] : [written("near_small_letters", small)]),
    ...[singleBackslashes(pattern), withoutRegexDelimiters({ pattern })].filter((other) =>
      syntax === "regex" && other !== pattern
    )
      .map((other) => written("near_pattern", other)),
    ...globNameAlternatives(name),
  ];
}

/** The globs that a pattern for names may have been meant as: one of another dialect, or an expression that is none. */
function globNameAlternatives({ pattern, fullPath, syntax }: NameTest): NameAlternative[] {
  if (syntax === "regex" && !/[*?{,; ]/.test(pattern) || /^\^|\$$/.test(pattern) && syntax === "regex") return [];
  const globs = [...(syntax === "regex" ? [pattern] : []), ...translateDialects(pattern)];
  return globs.map((glob) => {
    const isPath = glob.includes("/") && !fullPath, meant = isPath ? underAnyParent(glob) : glob;
    return {
      phrase: "near_pattern",
      name: { pattern: meant, syntax: "glob", fullPath: fullPath || isPath },
      advice: { pattern: meant, glob: true, ...(isPath && { full_path_match: true }) },
    };
  });
}

/** What a pattern for names may have been meant as, and the arguments that say so. */
export interface NameAlternative {
  readonly phrase: PhraseKey;
  readonly name: NameTest;
  readonly advice: Args;
}

/** What is no letter of a name but a sign of the expression stays as it is. */
function lowerCasePattern({ pattern, syntax }: NameTest): string {
  if (syntax === "glob") return pattern.toLowerCase();
  const signs = /(\\p\{[^}]*\}|\\.|\(\?P)|./gisu;
  return pattern.replace(signs, (char, sign?: string) => sign ?? char.toLowerCase());
}
