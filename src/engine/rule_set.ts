/**
 * Owns the meaning of one line of an ignore file, or one `-g` glob, and the verdict of a list of them: the
 * last that matches decides.
 * @module
 */
import { Automaton, type Dialect, type Line, type State } from "./automaton.ts";
import { wildcardsIn } from "./glob_bounds.ts";
import { parseGlob } from "./glob_tokens.ts";

/** A parsed line: what it matches, and whether it takes back (`!`) what earlier ones said. */
export interface Rule extends Line {
  readonly negated: boolean;
}

/** What a list of rules says of an entry: a plain line matched, a `!` line did, or none. */
export type Verdict = "matched" | "negated" | undefined;

const DIALECT = { unit: "byte", emptyBranches: false, ignoreCase: false } as const;

/** How the lines of ignore files are read, and how `-g` globs are. */
export const DIALECTS = {
  ignoreFile: { ...DIALECT, slashInClasses: false },
  override: { ...DIALECT, slashInClasses: true },
} as const satisfies Record<string, Dialect>;

/** What Rust's `trim_end` takes for white space. */
const SPACES = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/**
 * Parses one line; nothing for an empty one or a comment.
 *
 * @param looseClass a `[` without its `]` stands for itself
 * @throws GlobSyntaxError
 */
export function parseRule(line: string, looseClass: boolean): Rule | undefined {
  if (line.startsWith("#")) return undefined;
  const text = line.endsWith("\\ ") ? line : trimEnd(line);
  if (text === "") return undefined;
  const escaped = text.startsWith("\\!") || text.startsWith("\\#");
  const negated = !escaped && text.startsWith("!");
  const rest = escaped || negated ? text.slice(1) : text;
  const anchored = rest.startsWith("/");
  const [pattern, dirOnly] = withoutLastSlash(anchored && !escaped ? rest.slice(1) : rest);
  return { tokens: parseGlob(placed(pattern, anchored), { looseClass }), dirOnly, negated };
}

/** A pattern with a `/` is tied to its directory; any other may match at every depth. */
function placed(pattern: string, anchored: boolean): string {
  const free = !anchored && !pattern.includes("/") && pattern !== "**";
  // `a/**` is what lies below `a`, not `a` itself.
  return (free ? "**/" : "") + pattern + (pattern.endsWith("/**") ? "/*" : "");
}

function withoutLastSlash(text: string): [pattern: string, dirOnly: boolean] {
  if (!text.endsWith("/")) return [text, false];
  return [text.slice(0, text.endsWith("\\/") ? -2 : -1), true];
}

/** By hand: an expression that ends in `\s+$` takes quadratic time on long runs of spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACES.test(text[end - 1])) end--;
  return text.slice(0, end);
}

/** One or two wildcards are common and soon out of view; each further one keeps all the others in it. */
export function weightOf({ tokens }: Rule): number {
  const wildcards = wildcardsIn(tokens);
  return wildcards + 5 * Math.max(0, wildcards - 2);
}

/** A list of rules, compiled. */
export class RuleSet {
  readonly automaton: Automaton;
  /** What the rules may cost on a name, in wildcards that are cheap. */
  readonly weight: number;
  readonly #negated: readonly boolean[];

  constructor(readonly rules: readonly Rule[], dialect: Dialect = DIALECTS.ignoreFile) {
    this.automaton = new Automaton(rules, dialect);
    this.#negated = rules.map((rule) => rule.negated);
    this.weight = rules.reduce((sum, rule) => sum + weightOf(rule), 0);
  }

  /** The verdict on an entry whose path, fed to the automaton, led to `state`. */
  verdict(state: State, isDir: boolean): Verdict {
    const line = isDir ? state.dir : state.file;
    if (line < 0) return undefined;
    return this.#negated[line] ? "negated" : "matched";
  }
}
