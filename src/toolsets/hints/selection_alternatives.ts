/**
 * Alternatives of a listing or a search that found nothing: the stages in which the engine tries them.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import { parentPath } from "../../model/place.ts";
import type { Skipped } from "../../model/completeness.ts";
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

/** A listing or search that found nothing. */
export interface UnmatchedCall {
  readonly selection: EntrySelection;
  readonly skipped: Skipped;
  readonly timeoutMs: number;
  readonly switches: SelectionSwitches;
  readonly call: ToolCall;
  /** Whether its globs may name the content of hidden or ignored directories. */
  readonly reachesExcluded?: boolean;
  /** A name that may not exist. */
  readonly missingName?: string;
  /** The call with a change. */
  alternative(change: RequestChange): HintAlternative;
}

/** Alternatives that only a search has. */
export interface QueryAlternatives {
  /** The query in any letter case. */
  readonly anyCase: readonly RequestChange[];
  readonly interpretations: readonly RequestChange[];
  readonly fileFormats: readonly RequestChange[];
  /** The query as the files spell it. */
  readonly respelled: readonly HintAlternative[];
}

/** The stages of a call, the likeliest first. @param query absent for a listing */
export function alternativeStages(unmatched: UnmatchedCall, query?: QueryAlternatives): AlternativeStages {
  const { selection, skipped, timeoutMs, switches: { rules }, call: { currentCall: { args } } } = unmatched;
  const alternatives = (changes: readonly RequestChange[]) => changes.map((one) => unmatched.alternative(one));
  const { anyCase = [], interpretations = [], fileFormats = [], respelled = [] } = query ?? {};
  const globless = withoutGlobs(unmatched);
  return [
    alternatives([
      ...anyCase,
      ...interpretations,
      ...globChanges(unmatched),
      ...(query ? globless : []),
      ...fileFormats,
      ...nameChanges(selection),
      ...withoutRules(1, selection.scope, skipped, rules),
      ...withoutFilter(selection, args),
    ]),
    alternatives(pairsOfChanges(selection, skipped, rules, args, anyCase))
      // A search may report two pairs.
      .map(({ onceKey, ...one }) => query || !onceKey ? one : { ...one, onceKey }),
    query ? [] : alternatives(excludedByRules(unmatched)),
    nameSpellingProbe({ ...selection, timeoutMs }, (name) =>
      unmatched.alternative({
        phrase: "near_pattern",
        patch: { tests: selection.tests && { ...selection.tests, name } },
        advice: { pattern: name.pattern },
      })),
    globSpellingProbes(selection.scope, timeoutMs, (globs) => unmatched.alternative(globChange(unmatched, globs))),
    respelled,
    nearestPathAlternative(unmatched.missingName, timeoutMs),
    alternatives([...withoutName(selection, args), ...(query ? [] : globless)]),
  ];
}

/** Other meanings of the name test. */
function nameChanges({ tests }: EntrySelection): RequestChange[] {
  if (tests?.name === undefined) return [];
  return nameAlternatives(tests.name).map(({ name, ...rest }) => ({ ...rest, patch: { tests: { ...tests, name } } }));
}

function globChange({ selection: { scope }, switches }: UnmatchedCall, globs: readonly string[]): RequestChange {
  return { phrase: "near_mended_globs", patch: { scope: { ...scope, globs } }, advice: switches.globs?.(globs) ?? {} };
}

function globChanges(unmatched: UnmatchedCall): RequestChange[] {
  const { selection: { scope }, switches, call, reachesExcluded } = unmatched;
  if (switches.globs === undefined) return [];
  return globAlternatives(scope.globs, call.context.projectRoot, reachesExcluded).map((globs) =>
    globChange(unmatched, globs)
  );
}

function withoutGlobs({ selection: { scope }, switches: { globs } }: UnmatchedCall): RequestChange[] {
  if (globs === undefined || scope.globs.length === 0) return [];
  return [{ phrase: "near_globs", patch: { excludedBy: ["globs"] }, advice: globs([]) }];
}

/** Rules of a listing that no switch lifts: the excluded entries have to be named. */
function excludedByRules(
  { selection: { scope }, skipped, switches: { globs, linkTarget } }: UnmatchedCall,
): RequestChange[] {
  if (globs === undefined) return [];
  const words = { ignored: "", hidden: "", ...(linkTarget && { links: "" }) };
  return [...withoutRules(1, scope, skipped, words), ...withoutRules(2, scope, skipped, words)];
}

/** Names excluded entries that no switch includes: by globs, or by the directory that a link leads to. */
export function nameExcluded(
  unmatched: UnmatchedCall,
  { phrase, patch: { excludedBy } }: RequestChange,
  paths: readonly string[],
): HintAlternative[] {
  const { selection: { scope }, switches: { linkTarget }, call: { currentCall } } = unmatched;
  if (!excludedBy?.includes("links")) {
    const globs = [...scope.globs.filter((glob) => glob.startsWith("!")), ...globsForPaths(paths)];
    return [unmatched.alternative({ ...globChange(unmatched, globs), phrase })];
  }
  const dir = parentPath(paths[0]), advice = linkTarget?.(dir, currentCall);
  return advice === undefined
    ? []
    : [unmatched.alternative({ phrase, patch: { scope: { ...scope, roots: [dir] } }, advice })];
}

/** Another meaning of a name test, and the arguments for it. */
interface NameAlternative {
  readonly phrase: PhraseKey;
  readonly name: NameTest;
  readonly advice: Args;
}

/**
 * Other meanings of a name test:
 * - a test of the whole path, since names have no slash;
 * - brackets as characters (`[id].ts`);
 * - letters in any case;
 * - an expression, for a glob that is a word or has signs that globs don't have.
 */
function nameAlternatives(name: NameTest): NameAlternative[] {
  const { pattern, fullPath, syntax } = name;
  const isLikelyRegex = syntax === "glob" && /^[\w-]+$|[\\^$+|()]/.test(pattern);
  const rewritten = (phrase: PhraseKey, ...others: readonly string[]): NameAlternative[] =>
    others.filter((other) => other !== pattern).map((other) => {
      return { phrase, name: { ...name, pattern: other }, advice: { pattern: other } };
    });
  const wholePath = { name: { ...name, fullPath: true }, advice: { full_path_match: true } };
  const regex = { name: { ...name, syntax: "regex" }, advice: { glob: false } } as const;
  return [
    ...(!fullPath && pattern.includes("/") ? [{ phrase: "near_whole_path", ...wholePath } as const] : []),
    ...rewritten("near_brackets", escapeBrackets(pattern)),
    ...(isLikelyRegex ? [{ phrase: "near_name_regex", ...regex } as const] : []),
    ...rewritten("near_small_letters", lowerCasePattern(name)),
    ...(syntax === "regex"
      ? rewritten("near_pattern", singleBackslashes(pattern), withoutRegexDelimiters({ pattern }))
      : []),
    ...globNameAlternatives(name),
  ];
}

/** Globs that a name test may have been meant as: in another dialect, or a glob given as an expression. */
function globNameAlternatives({ pattern, fullPath, syntax }: NameTest): NameAlternative[] {
  const isRegex = syntax === "regex";
  if (isRegex && (!/[*?{,; ]/.test(pattern) || /^\^|\$$/.test(pattern))) return [];
  return [...(isRegex ? [pattern] : []), ...translateDialects(pattern)].map((glob) => {
    const isPath = glob.includes("/") && !fullPath, rewritten = isPath ? underAnyParent(glob) : glob;
    return {
      phrase: "near_pattern",
      name: { pattern: rewritten, syntax: "glob", fullPath: fullPath || isPath },
      advice: { pattern: rewritten, glob: true, ...(isPath && { full_path_match: true }) },
    };
  });
}

/** Lowercases the letters of names, not the escapes of an expression. */
function lowerCasePattern({ pattern, syntax }: NameTest): string {
  if (syntax === "glob") return pattern.toLowerCase();
  const signs = /(\\p\{[^}]*\}|\\.|\(\?P)|./gisu;
  return pattern.replace(signs, (char, sign?: string) => sign ?? char.toLowerCase());
}
