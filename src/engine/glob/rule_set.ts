/**
 * Owns the meaning of one line of an ignore file, or one `-g` glob, and the verdict of a list of them: the
 * last that matches decides.
 * @module
 */
import { GlobAutomaton, type GlobState } from "./glob_automaton.ts";
import { countWildcards } from "./glob_limits.ts";
import type { GlobDialect, GlobPattern } from "./glob_nfa.ts";
import { parseGlob } from "./parse_glob.ts";

/** A parsed line: what it matches, and whether it takes back (`!`) what earlier ones said. */
export interface GlobRule extends GlobPattern {
  readonly negated: boolean;
}

/** What a list of rules says of an entry: a plain line matched, a `!` line did, or none. */
export type RuleVerdict = "matched" | "negated" | undefined;

const BASE_DIALECT = { unit: "byte", emptyBranches: false, ignoreCase: false } as const;

/** How the lines of ignore files are read, and how `-g` globs are. */
export const GLOB_DIALECTS = {
  ignoreFile: { ...BASE_DIALECT, slashInClasses: false },
  override: { ...BASE_DIALECT, slashInClasses: true },
} as const satisfies Record<string, GlobDialect>;

/** What Rust's `trim_end` takes for white space. */
const RUST_WHITE_SPACE = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/**
 * Parses one line; nothing for an empty one or a comment.
 *
 * @param looseClass a `[` without its `]` stands for itself
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

/** A pattern with a `/` is tied to its directory; any other may match at every depth. */
function anchorPattern(pattern: string, anchored: boolean): string {
  const free = !anchored && !pattern.includes("/") && pattern !== "**";
  // `a/**` is what lies below `a`, not `a` itself.
  return (free ? "**/" : "") + pattern + (pattern.endsWith("/**") ? "/*" : "");
}

function stripLastSlash(text: string): [pattern: string, dirOnly: boolean] {
  if (!text.endsWith("/")) return [text, false];
  return [text.slice(0, text.endsWith("\\/") ? -2 : -1), true];
}

/** By hand: an expression that ends in `\s+$` takes quadratic time on long runs of spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && RUST_WHITE_SPACE.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** One or two wildcards are common and soon out of view; each further one keeps all the others in it. */
export function ruleWeight({ tokens }: GlobRule): number {
  const wildcards = countWildcards(tokens);
  return wildcards + 5 * Math.max(0, wildcards - 2);
}

/** A list of rules, compiled. */
export class RuleSet {
  readonly automaton: GlobAutomaton;
  /** What the rules may cost on a name, in wildcards that are cheap. */
  readonly weight: number;
  readonly #negated: readonly boolean[];

  constructor(readonly rules: readonly GlobRule[], dialect: GlobDialect = GLOB_DIALECTS.ignoreFile) {
    this.automaton = new GlobAutomaton(rules, dialect);
    this.#negated = rules.map((rule) => rule.negated);
    this.weight = rules.reduce((sum, rule) => sum + ruleWeight(rule), 0);
  }

  /** The verdict on an entry whose path, fed to the automaton, led to `state`. */
  verdict(state: GlobState, isDir: boolean): RuleVerdict {
    const line = isDir ? state.dirMatch : state.fileMatch;
    if (line < 0) return undefined;
    return this.#negated[line] ? "negated" : "matched";
  }
}
