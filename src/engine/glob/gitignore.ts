/**
 * Parses ignore files, within limits, since anyone can put one into a tree.
 * @module
 */
import { GlobAutomaton, type GlobDialect, type GlobPattern, type GlobState } from "./glob_automaton.ts";
import { countWildcards, GlobSyntaxError, parseGlob } from "./parse_glob.ts";

/** Bytes of an ignore file that are read; rules after them don't count. */
export const MAX_IGNORE_BYTES = 256 * 1024;

/** Wildcards in one line; a line with more is skipped, as a malformed one is. */
const MAX_LINE_WILDCARDS = 32;
/** Weight of one file's rules (see `RuleSet.weight`); lines after them don't count. */
const MAX_FILE_WEIGHT = 5000;

/**
 * The rules of an ignore file; undefined if it has none. Malformed lines are skipped. A line that is not UTF-8 ends the
 * file, as in ripgrep.
 *
 * @example
 * ```ts
 * const rules = compileIgnoreFile(new TextEncoder().encode("*.log\n!keep.log\n"));
 * ```
 */
export function compileIgnoreFile(bytes: Uint8Array): RuleSet | undefined {
  const rules: GlobRule[] = [];
  let weight = 0;
  for (const line of utf8Lines(bytes)) {
    const rule = parseIgnoreLine(line);
    if (rule === undefined) continue;
    weight += ruleWeight(rule);
    if (weight > MAX_FILE_WEIGHT) break;
    rules.push(rule);
  }
  return rules.length === 0 ? undefined : new RuleSet(rules);
}

function parseIgnoreLine(line: string): GlobRule | undefined {
  try {
    const rule = parseRule(line, true);
    return rule !== undefined && countWildcards(rule.tokens) <= MAX_LINE_WILDCARDS ? rule : undefined;
  } catch (error) {
    if (error instanceof GlobSyntaxError) return undefined;
    throw error;
  }
}

/** The lines before the first that is not UTF-8, without their line breaks and without a byte-order mark. */
function* utf8Lines(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    const line = decodeLine(decoder, bytes.subarray(start, end < 0 ? bytes.length : end));
    if (line === undefined) return;
    const text = start === 0 ? line.replace(/^\ufeff+/, "") : line;
    yield text.endsWith("\r") && end >= 0 ? text.slice(0, -1) : text;
    if (end < 0) return;
    start = end + 1;
  }
}

function decodeLine(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** A parsed line of an ignore file, or a `-g` glob. */
export interface GlobRule extends GlobPattern {
  /** It begins with `!` and so reverses the rules before it. */
  readonly negated: boolean;
}

/** The kind of the rule that decides about an entry: without `!`, with `!`, or none. */
type RuleVerdict = "matched" | "negated" | undefined;

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
