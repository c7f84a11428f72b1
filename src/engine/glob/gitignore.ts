/**
 * Parses ignore files, within limits, since anyone can put one into a tree.
 * @module
 */
import { GlobAutomaton, type GlobPattern, type GlobState } from "./glob_automaton.ts";
import { countWildcards, GLOB_DIALECTS, type GlobDialect, GlobSyntaxError, parseGlob } from "./parse_glob.ts";

/** Bytes of an ignore file that are read; rules after them don't count. */
export const MAX_IGNORE_BYTES = 256 * 1024;

/** Weight of one file's rules (see `RuleSet.weight`); a line that exceeds it doesn't count. */
const MAX_FILE_WEIGHT = 5000;

/**
 * The rules of an ignore file; undefined if it has none. Malformed lines are skipped.
 *
 * @example
 * ```ts
 * import { GLOB_DIALECTS } from "./parse_glob.ts";
 * const rules = compileIgnoreFile(new TextEncoder().encode("*.log\n!keep.log\n"), GLOB_DIALECTS.gitignore);
 * ```
 */
export function compileIgnoreFile(bytes: Uint8Array, dialect: GlobDialect): RuleSet | undefined {
  const rules: GlobRule[] = [];
  let weight = 0, isPartial = bytes.length > MAX_IGNORE_BYTES;
  const whole = isPartial ? bytes.subarray(0, bytes.lastIndexOf(0x0a, MAX_IGNORE_BYTES - 1) + 1) : bytes;
  // A byte that is not UTF-8 costs its line alone: no name has a character for it.
  for (const line of new TextDecoder().decode(whole).split("\n")) {
    const rule = parseIgnoreLine(line.replace(/\r$/, ""), dialect), own = rule === undefined ? 0 : ruleWeight(rule);
    isPartial ||= weight + own > MAX_FILE_WEIGHT;
    if (rule === undefined || weight + own > MAX_FILE_WEIGHT) continue;
    weight += own;
    rules.push(rule);
  }
  return rules.length === 0 ? undefined : new RuleSet(rules, dialect, isPartial);
}

function parseIgnoreLine(line: string, dialect: GlobDialect): GlobRule | undefined {
  try {
    return parseRule(line, dialect);
  } catch (error) {
    if (error instanceof GlobSyntaxError) return undefined;
    throw error;
  }
}

/** A parsed line of an ignore file, or a `-g` glob. */
export interface GlobRule extends GlobPattern {
  /** It begins with `!` and so reverses the rules before it. */
  readonly negated: boolean;
}

/** The kind of the rule that decides about an entry: without `!`, with `!`, or none. */
type RuleVerdict = "matched" | "negated" | undefined;

/**
 * Parses one line; undefined for an empty one or a comment.
 * @throws GlobSyntaxError
 */
export function parseRule(line: string, dialect: GlobDialect): GlobRule | undefined {
  const isGit = dialect === GLOB_DIALECTS.gitignore;
  const text = isGit ? withoutTrailingSpaces(line) : line.endsWith("\\ ") ? line : line.trimEnd();
  if (text === "" || text.startsWith("#")) return undefined;
  const negated = text.startsWith("!"), body = negated ? text.slice(1) : text;
  const anchored = body.startsWith("/"), rest = anchored ? body.slice(1) : body;
  const dirOnly = rest.endsWith("/");
  const pattern = dirOnly ? rest.slice(0, !isGit && rest.endsWith("\\/") ? -2 : -1) : rest;
  if (isGit && pattern === "") return undefined;
  // A pattern with a `/` matches from its directory on; any other may match at every depth.
  const isAnywhere = !anchored && !pattern.includes("/");
  return { tokens: parseGlob(isAnywhere ? "**/" + pattern : pattern, dialect), dirOnly, negated };
}

/** In git spaces at the end don't count unless they are escaped. */
function withoutTrailingSpaces(line: string): string {
  let end = 0;
  for (let i = 0; i < line.length; i++) {
    const isEscape = line[i] === "\\";
    if (isEscape) i++;
    if (isEscape || line[i] !== " ") end = i + 1;
  }
  return line.slice(0, end);
}

/** The cost of a rule. One or two wildcards are common and soon inactive; each further one keeps all others active. */
function ruleWeight({ tokens }: GlobRule): number {
  const wildcards = countWildcards(tokens);
  return wildcards + 5 * Math.max(0, wildcards - 2);
}

/** A list of rules, compiled. */
export class RuleSet {
  readonly automaton: GlobAutomaton;
  /** The cost of matching a name, in units of a cheap wildcard. */
  readonly weight: number;
  readonly #negated: readonly boolean[];

  /** @param isPartial rules of the file are missing, beyond a limit */
  constructor(rules: readonly GlobRule[], dialect: GlobDialect, readonly isPartial = false) {
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
