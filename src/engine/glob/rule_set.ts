/**
 * Rules of ignore files and of ripgrep's `-g`: the last rule that matches decides.
 * @module
 */
import { GlobAutomaton, type GlobState } from "./glob_automaton.ts";
import { countWildcards } from "./glob_limits.ts";
import type { GlobDialect, GlobPattern } from "./glob_nfa.ts";
import { parseGlob } from "./parse_glob.ts";

/** A parsed line of an ignore file, or a `-g` glob. */
export interface GlobRule extends GlobPattern {
  /** It begins with `!` and so reverses the rules before it. */
  readonly negated: boolean;
}

/** The kind of the rule that decides about an entry: without `!`, with `!`, or none. */
export type RuleVerdict = "matched" | "negated" | undefined;

const BASE_DIALECT = { unit: "byte", emptyBranches: false, ignoreCase: false } as const;

/** How rules are read. */
export const GLOB_DIALECTS = {
  ignoreFile: { ...BASE_DIALECT, slashInClasses: false },
  override: { ...BASE_DIALECT, slashInClasses: true },
} as const satisfies Record<string, GlobDialect>;

/** White space as Rust's `trim_end` defines it. */
const RUST_WHITE_SPACE = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/**
 * Parses one line; undefined for an empty one or a comment.
 * @param looseClass whether a `[` without its `]` stands for itself
 * @throws GlobSyntaxError
 */
export function parseRule(line: string, looseClass: boolean): GlobRule | undefined {
  if (line.startsWith("#")) return undefined;
  const text = line.endsWith("\\ ") ? line : trimEnd(line);
  if (text === "") return undefined;
  const escaped = text.startsWith("\\!") || text.startsWith("\\#");
  const negated = !escaped && text.startsWith("!");
  const rest = escaped || negated ? text.slice(1) : text;
  const anchored = rest.startsWith("/");
  const [pattern, dirOnly] = stripLastSlash(anchored && !escaped ? rest.slice(1) : rest);
  return { tokens: parseGlob(anchorPattern(pattern, anchored), { looseClass }), dirOnly, negated };
}

/** A pattern with a `/` matches from its directory on; any other may match at every depth. */
function anchorPattern(pattern: string, anchored: boolean): string {
  const isAnywhere = !anchored && !pattern.includes("/") && pattern !== "**";
  // `a/**` matches the entries below `a`, not `a` itself.
  return (isAnywhere ? "**/" : "") + pattern + (pattern.endsWith("/**") ? "/*" : "");
}

function stripLastSlash(text: string): [pattern: string, dirOnly: boolean] {
  if (!text.endsWith("/")) return [text, false];
  return [text.slice(0, text.endsWith("\\/") ? -2 : -1), true];
}

/** A loop, since an expression that ends in `\s+$` takes quadratic time on long runs of spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && RUST_WHITE_SPACE.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** The cost of a rule. One or two wildcards are common and soon inactive; each further one keeps all others active. */
export function ruleWeight({ tokens }: GlobRule): number {
  const wildcards = countWildcards(tokens);
  return wildcards + 5 * Math.max(0, wildcards - 2);
}

/** A list of rules, compiled. */
export class RuleSet {
  readonly automaton: GlobAutomaton;
  /** The cost of matching a name, in units of a cheap wildcard. */
  readonly weight: number;
  readonly #negated: readonly boolean[];

  constructor(rules: readonly GlobRule[], dialect: GlobDialect = GLOB_DIALECTS.ignoreFile) {
    this.automaton = new GlobAutomaton(rules, dialect);
    this.#negated = rules.map((rule) => rule.negated);
    this.weight = rules.reduce((sum, rule) => sum + ruleWeight(rule), 0);
  }

  /** The verdict on an entry whose path led the automaton to `state`. */
  verdict(state: GlobState, isDir: boolean): RuleVerdict {
    const rule = isDir ? state.dirMatch : state.fileMatch;
    if (rule < 0) return undefined;
    return this.#negated[rule] ? "negated" : "matched";
  }
}
