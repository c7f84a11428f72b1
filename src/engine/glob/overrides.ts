/**
 * Owns ripgrep's `-g`: globs that take in or leave out entries whatever the ignore rules say.
 * @module
 */
import type { Root } from "../../door/door.ts";
import { escapeGlob } from "../../model/escape_glob.ts";
import { dirPrefix, type Place } from "../../model/place.ts";
import { reason } from "../../model/messages/reasons.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import type { GlobState } from "./glob_automaton.ts";
import { ROOT_MARK } from "./glob_nfa.ts";
import { globReadings } from "./brace_blanks.ts";
import { countWildcards, parseUserGlob } from "./glob_limits.ts";
import { rootRelativeGlob } from "./root_relative_glob.ts";
import { GLOB_DIALECTS, type GlobRule, parseRule, RuleSet } from "./rule_set.ts";

/** Wildcards of all globs of a call together. */
const MAX_WILDCARDS = 2000;

/** What the globs say of an entry. `unlisted`: there are globs that include, and none of them is for this file. */
export type OverrideVerdict = "include" | "exclude" | "unlisted" | undefined;

/** The globs of one call, compiled. */
export class Overrides {
  readonly #set: RuleSet;
  readonly #hasIncludes: boolean;

  /**
   * @param roots those by whose absolute paths a glob may begin
   * @param searchRootCount directories that are searched
   * @throws ToolError `glob` or `too_large`
   */
  constructor(
    globs: readonly string[],
    readonly roots: readonly Pick<Root, "names">[] = [],
    readonly searchRootCount = 1,
  ) {
    const rules = globs.flatMap(globReadings).flatMap((glob) =>
      parseUserGlob(withoutBang(glob), () => parseOverride(glob, roots)) ?? []
    );
    if (rules.reduce((sum, rule) => sum + countWildcards(rule.tokens), 0) > MAX_WILDCARDS) {
      throw new ToolError("too_large", { field: "globs", size: reason("globs_wildcards"), cap: MAX_WILDCARDS });
    }
    this.#set = new RuleSet(rules, GLOB_DIALECTS.override);
    this.#hasIncludes = rules.some((rule) => !rule.negated);
  }

  /**
   * Where matching begins for a search root. Globs with a `/` count from the root that it lies in, where it really is
   * and as it is `shown` (through links), as ripgrep counts them from its working directory; and from the search root,
   * if it is the only one: of several, `!a/x.ts` would leave out `a/a/x.ts` as well. Globs that begin with a root's path
   * match absolute paths alone.
   */
  start({ root, path }: Place, shown: string): GlobState {
    const { automaton } = this.#set, place = { root, rest: dirPrefix(path) }, stem = dirPrefix(shown);
    const named = shown === "" ? place : rootRelativeGlob(stem, this.roots) ?? { root: 0, rest: stem };
    const starts = [place, named].flatMap(({ root, rest }) => [
      automaton.advance(automaton.start, rest),
      automaton.advance(automaton.startAfterMark(), rootStem(this.roots[root]) + rest),
    ]);
    return automaton.union(this.searchRootCount > 1 ? starts : [automaton.start, ...starts]);
  }

  /** From a directory's state to that of what is in it. */
  advance(state: GlobState, text: string): GlobState {
    return this.#set.automaton.advance(state, text);
  }

  /** The verdict on entry `name` of a directory with `state`. */
  verdict(state: GlobState, name: string, isDir: boolean): OverrideVerdict {
    const verdict = this.#set.verdict(this.advance(state, name), isDir);
    if (verdict !== undefined) return verdict === "matched" ? "include" : "exclude";
    return this.#hasIncludes && !isDir ? "unlisted" : undefined;
  }

  /** Whether the glob that includes `.name` has that dot written out. */
  matchesLiteralDot(state: GlobState, name: string, isDir: boolean): boolean {
    return this.#set.verdict(this.#set.automaton.advanceHidden(state, name), isDir) === "matched";
  }
}

/**
 * A glob that begins with the path of a root, by whatever name, is one of real paths behind a mark, which nothing else
 * leads to: of absolute ones, since one root may lie in another.
 */
function parseOverride(glob: string, roots: readonly Pick<Root, "names">[]): GlobRule | undefined {
  const text = withoutBang(glob), named = rootRelativeGlob(text, roots);
  if (named === undefined) return parseRule(glob, false);
  const stem = escapeGlob(rootStem(roots[named.root]));
  const rule = parseRule(`${text === glob ? "" : "!"}/${stem}${named.rest}`, false);
  return rule && { ...rule, tokens: [ROOT_MARK, ...rule.tokens] };
}

/** What precedes the real paths of all that is in a root. */
function rootStem(root: Pick<Root, "names"> | undefined): string {
  return dirPrefix(root?.names[0] ?? "");
}

/** Callers name what is to be left out without the `!` it has here. */
function withoutBang(glob: string): string {
  return glob.startsWith("!") ? glob.slice(1) : glob;
}
