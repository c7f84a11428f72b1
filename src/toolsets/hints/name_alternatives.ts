/**
 * What a pattern for names may have been meant as.
 * @module
 */
import type { Args } from "../../format/current_call.ts";
import type { PhraseKey } from "../../format/phrases.ts";
import type { NameTest } from "../../model/request.ts";
import { translateDialects } from "./glob_dialects.ts";
import { escapeBrackets, underAnyParent } from "./rewrite_glob.ts";
import { singleBackslashes, withoutRegexDelimiters } from "./query_changes.ts";

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
