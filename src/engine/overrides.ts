/**
 * Owns ripgrep's `-g`: globs that take in or leave out entries whatever the ignore rules say.
 * @module
 */
import type { Root } from "../door/door.ts";
import { literalGlob } from "../model/literal_glob.ts";
import { type Place, stemOf } from "../model/place.ts";
import { reason } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";
import { MARK, type State } from "./automaton.ts";
import { readingsOf } from "./brace_blanks.ts";
import { parseCallersGlob, wildcardsIn } from "./glob_bounds.ts";
import { belowRoot } from "./root_glob.ts";
import { DIALECTS, parseRule, type Rule, RuleSet } from "./rule_set.ts";

/** Wildcards of all globs of a call together. */
const MAX_WILDCARDS = 2000;

/** What the globs say of an entry. `unlisted`: there are globs that include, and none of them is for this file. */
export type OverrideVerdict = "include" | "exclude" | "unlisted" | undefined;

/** The globs of one call, compiled. */
export class Overrides {
  readonly #set: RuleSet;
  readonly #includes: boolean;

  /**
   * @param roots those by whose absolute paths a glob may begin
   * @param searchRoots directories that are searched
   * @throws ToolError `glob` or `too_large`
   */
  constructor(
    globs: readonly string[],
    readonly roots: readonly Pick<Root, "names">[] = [],
    readonly searchRoots = 1,
  ) {
    const rules = globs.flatMap(readingsOf).flatMap((glob) =>
      parseCallersGlob(asWritten(glob), () => ruleOf(glob, roots)) ?? []
    );
    if (rules.reduce((sum, rule) => sum + wildcardsIn(rule.tokens), 0) > MAX_WILDCARDS) {
      throw new ToolError("too_large", { field: "globs", size: reason("globs_wildcards"), cap: MAX_WILDCARDS });
    }
    this.#set = new RuleSet(rules, DIALECTS.override);
    this.#includes = rules.some((rule) => !rule.negated);
  }

  /**
   * Where matching begins for a search root. Globs with a `/` count from the root that it lies in, where it really is
   * and as it is `shown` (through links), as ripgrep counts them from its working directory; and from the search root,
   * if it is the only one: of several, `!a/x.ts` would leave out `a/a/x.ts` as well. Globs that begin with a root's path
   * match absolute paths alone.
   */
  start({ root, path }: Place, shown: string): State {
    const { automaton } = this.#set, place = { root, rest: stemOf(path) }, stem = stemOf(shown);
    const named = shown === "" ? place : belowRoot(stem, this.roots) ?? { root: 0, rest: stem };
    const starts = [place, named].flatMap(({ root, rest }) => [
      automaton.feed(automaton.start, rest),
      automaton.feed(automaton.marked(), realStem(this.roots[root]) + rest),
    ]);
    return automaton.union(this.searchRoots > 1 ? starts : [automaton.start, ...starts]);
  }

  /** From a directory's state to that of what is in it. */
  feed(state: State, text: string): State {
    return this.#set.automaton.feed(state, text);
  }

  /** The verdict on entry `name` of a directory with `state`. */
  verdict(state: State, name: string, isDir: boolean): OverrideVerdict {
    const verdict = this.#set.verdict(this.feed(state, name), isDir);
    if (verdict !== undefined) return verdict === "matched" ? "include" : "exclude";
    return this.#includes && !isDir ? "unlisted" : undefined;
  }

  /** Whether the glob that includes `.name` has that dot written out. */
  namesDot(state: State, name: string, isDir: boolean): boolean {
    return this.#set.verdict(this.#set.automaton.feedHidden(state, name), isDir) === "matched";
  }
}

/**
 * A glob that begins with the path of a root, by whatever name, is one of real paths behind a mark, which nothing else
 * leads to: of absolute ones, since one root may lie in another.
 */
function ruleOf(glob: string, roots: readonly Pick<Root, "names">[]): Rule | undefined {
  const text = asWritten(glob), named = belowRoot(text, roots);
  if (named === undefined) return parseRule(glob, false);
  const stem = literalGlob(realStem(roots[named.root]));
  const rule = parseRule(`${text === glob ? "" : "!"}/${stem}${named.rest}`, false);
  return rule && { ...rule, tokens: [MARK, ...rule.tokens] };
}

/** What precedes the real paths of all that is in a root. */
function realStem(root: Pick<Root, "names"> | undefined): string {
  return stemOf(root?.names[0] ?? "");
}

/** Callers name what is to be left out without the `!` it has here. */
function asWritten(glob: string): string {
  return glob.startsWith("!") ? glob.slice(1) : glob;
}
