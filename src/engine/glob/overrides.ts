/**
 * ripgrep's `-g`: globs that include or exclude entries and override ignore rules.
 * @module
 */
import type { Root } from "../../door/door.ts";
import { afterLiteral, escapeGlob } from "../../model/escape.ts";
import { reason } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { dirPrefix, type Place } from "../../model/place.ts";
import { type GlobRule, parseRule, RuleSet } from "./gitignore.ts";
import { ABSOLUTE_MARK, GlobAutomaton, type GlobState } from "./glob_automaton.ts";
import { countWildcards, GLOB_DIALECTS, parseGlob, parseUserGlob } from "./parse_glob.ts";

/** Wildcards of all globs of a call. */
const MAX_TOTAL_WILDCARDS = 2000;

/** How the globs decide about an entry. `unlisted`: some globs include files, but none includes this one. */
type OverrideVerdict = "include" | "exclude" | "unlisted" | undefined;

/** The globs of one call, compiled. */
export class Overrides {
  readonly #rules: RuleSet;
  readonly #hasIncludes: boolean;

  /**
   * @param roots a glob may begin with the absolute path of one of these
   * @param searchRootCount how many directories are searched
   * @throws ToolError `glob` or `too_large`
   */
  constructor(
    globs: readonly string[],
    readonly roots: readonly Pick<Root, "names">[] = [],
    readonly searchRootCount = 1,
  ) {
    const rules = globs.flatMap((glob) => parseUserGlob(withoutBang(glob), () => parseOverride(glob, roots)) ?? []);
    if (rules.reduce((sum, rule) => sum + countWildcards(rule.tokens), 0) > MAX_TOTAL_WILDCARDS) {
      throw new ToolError("too_large", {
        field: "globs",
        size: reason("glob_wildcards", { most: MAX_TOTAL_WILDCARDS }),
        cap: MAX_TOTAL_WILDCARDS,
      });
    }
    this.#rules = new RuleSet(rules, GLOB_DIALECTS.override);
    this.#hasIncludes = rules.some((rule) => !rule.negated);
  }

  /**
   * The state at a search root. Globs with a `/` match from the root it lies in, as ripgrep's match from its working
   * directory. They are matched against its real path and its `shown` path (through links). They also match from the
   * search root if it is the only one; with several, `!a/x.ts` would exclude `a/a/x.ts` as well. Globs that begin with
   * a root's path match absolute paths only.
   */
  start({ root, path }: Place, shown: string): GlobState {
    const { automaton } = this.#rules, real = { root, rest: dirPrefix(path) }, prefix = dirPrefix(shown);
    const named = shown === "" ? real : rootRelativeGlob(prefix, this.roots) ?? { root: 0, rest: prefix };
    const starts = [real, named].flatMap(({ root, rest }) => [
      automaton.advance(automaton.start, rest),
      automaton.advance(automaton.start, rootPrefix(this.roots[root]) + rest),
    ]);
    return automaton.union(this.searchRootCount > 1 ? starts : [automaton.start, ...starts]);
  }

  /** The state after `text`, from that of a directory. */
  advance(state: GlobState, text: string): GlobState {
    return this.#rules.automaton.advance(state, text);
  }

  /** The verdict on entry `name` of a directory with `state`. */
  verdict(state: GlobState, name: string, isDir: boolean): OverrideVerdict {
    const verdict = this.#rules.verdict(this.advance(state, name), isDir);
    if (verdict !== undefined) return verdict === "matched" ? "include" : "exclude";
    return this.#hasIncludes && !isDir ? "unlisted" : undefined;
  }

  /** Whether the glob that includes `.name` has a literal dot there. */
  matchesLiteralDot(state: GlobState, name: string, isDir: boolean): boolean {
    return this.#rules.verdict(this.#rules.automaton.advanceHidden(state, name), isDir) === "matched";
  }
}

/**
 * Parses one glob. If it begins with the path of a root, by any of its names, it becomes the glob of absolute real
 * paths, since one root may lie in another.
 */
function parseOverride(glob: string, roots: readonly Pick<Root, "names">[]): GlobRule | undefined {
  const text = withoutBang(glob), named = rootRelativeGlob(text, roots);
  if (named === undefined) return parseRule(glob, GLOB_DIALECTS.override);
  const prefix = escapeGlob(rootPrefix(roots[named.root]));
  return parseRule(`${text === glob ? "" : "!"}/${prefix}${named.rest}`, GLOB_DIALECTS.override);
}

/** The start of the absolute real paths of all entries in a root, marked as absolute. */
function rootPrefix(root: Pick<Root, "names"> | undefined): string {
  return ABSOLUTE_MARK + dirPrefix(root?.names[0] ?? "");
}

/** The glob as the caller wrote it: tools have a parameter of their own for globs that exclude. */
function withoutBang(glob: string): string {
  return glob.startsWith("!") ? glob.slice(1) : glob;
}

/**
 * Compiles a caller's glob that matches whole paths: `*` stays within a name, `**` crosses directories.
 * @throws ToolError `glob` or `too_large`
 */
export function compilePathGlob(pattern: string, ignoreCase = false): GlobAutomaton {
  const dialect = { ...GLOB_DIALECTS.path, ignoreCase };
  const parsed = parseUserGlob(pattern, () => ({ tokens: parseGlob(pattern, dialect), dirOnly: false }));
  return new GlobAutomaton(parsed === undefined ? [] : [parsed], dialect);
}

/** A glob of paths below one root. */
interface RootRelativeGlob {
  /** Index of the root. */
  readonly root: number;
  /** The glob after the root's path. */
  readonly rest: string;
}

/**
 * Splits a glob that begins with a root's absolute path, by any of its names, in which no character is a wildcard.
 * @returns undefined for any other glob
 *
 * @example
 * ```ts
 * rootRelativeGlob("/srv/app[1]/src/*.ts", [{ names: ["/srv/app[1]"] }]); // { root: 0, rest: "src/*.ts" }
 * ```
 */
export function rootRelativeGlob(glob: string, roots: readonly Pick<Root, "names">[]): RootRelativeGlob | undefined {
  for (const [root, { names }] of roots.entries()) {
    const prefixes = names.map(dirPrefix).filter((prefix) => prefix !== "/");
    const rest = prefixes.map((prefix) => afterLiteral(glob, prefix)).find((rest) => rest !== undefined);
    if (rest !== undefined) return { root, rest };
  }
  return undefined;
}
