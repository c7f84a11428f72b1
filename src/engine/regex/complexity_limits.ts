/**
 * Limits on a pattern's complexity. V8 compiles an expression without a time limit, so a pattern on which it would take
 * long or give up is refused before.
 * @module
 */
import { reason, type ReasonKey, type TemplateValues } from "../../model/messages/messages.ts";
import { ToolError } from "../../model/messages/tool_error.ts";
import { canMatchEmpty, childrenOf, type Node, type Repeat } from "./ast.ts";

/** The limits. */
export const COMPLEXITY_LIMITS = {
  /** Each number in a counted repeat. */
  repeat: 65_535,
  /** The product of nested counted repeats. */
  product: 1_000_000,
  /** Nesting depth of groups. */
  nesting: 250,
  /** Unicode tables in the source: each costs V8 up to a millisecond, twice. */
  tables: 150,
  /** Paths that V8 follows from all choices together, and from the start. */
  choices: 100_000,
  start: 500_000,
} as const;

/** Makes the error for a pattern over a limit. */
export function patternTooLarge(key: ReasonKey, params: TemplateValues = {}): ToolError {
  return new ToolError("pattern_too_large", { why: reason(key, params), cap: COMPLEXITY_LIMITS.repeat });
}

/**
 * @param keepsCrlf a class may also match CR LF
 * @throws ToolError `pattern_too_large`
 */
export function checkComplexity(root: Node, keepsCrlf: boolean): void {
  const { choices, start } = countLookaheadPaths(root, keepsCrlf ? 3 : 2);
  if (choices > COMPLEXITY_LIMITS.choices || start > COMPLEXITY_LIMITS.start) throw patternTooLarge("repeats");
  if (largestRepeatProduct(root) > COMPLEXITY_LIMITS.product) throw patternTooLarge("repeats");
}

/** The largest product of repeat counts along any path; an open end counts as its minimum. */
function largestRepeatProduct(node: Node): number {
  const inner = childrenOf(node).reduce((most, child) => Math.max(most, largestRepeatProduct(child)), 1);
  if (node.type !== "repeat") return inner;
  return inner * Math.max(1, node.max === Infinity ? node.min : node.max);
}

/** @throws ToolError `pattern_too_large` */
export function checkUnicodeTables(tables: number): void {
  if (tables > COMPLEXITY_LIMITS.tables) throw patternTooLarge("too_deep", { most: COMPLEXITY_LIMITS.tables });
}

/** The text after a place in the pattern. */
interface Lookahead {
  /** Paths that differ within the next d characters, for d from 0 to `MAX_LOOKAHEAD_CHARS`. */
  readonly paths: readonly number[];
  /** The least number of characters that follow, up to `MAX_LOOKAHEAD_CHARS`. */
  readonly minChars: number;
}

const MAX_LOOKAHEAD_CHARS = 8, CHOICE_LOOKAHEAD_CHARS = 4;
/** V8 unrolls a repeat up to three times, nested repeats up to six times in total. */
const UNROLL_LIMITS = { each: 3, nested: 6 };

/** The paths that V8 follows: from all choices together, and from the start. */
interface LookaheadPaths {
  readonly choices: number;
  readonly start: number;
}

/**
 * Counts the paths that V8 follows while it compiles: from every choice to the next four characters, and from the start
 * of the pattern to the next eight. Nothing in a pattern limits their number: `(?:||)` thirty times takes V8 years.
 */
function countLookaheadPaths(root: Node, classForms: number): LookaheadPaths {
  const counter = new PathCounter(classForms);
  const { paths, minChars } = counter.ahead(root, END, 1);
  return { choices: counter.choices, start: paths[minChars] };
}

/** The end of the pattern, or a place beyond which V8 does not look: a single path. */
const END: Lookahead = { paths: new Array(MAX_LOOKAHEAD_CHARS + 1).fill(1), minChars: 0 };

class PathCounter {
  choices = 0;

  /** @param classForms of what a class matches: one code unit or two, or CR LF */
  constructor(readonly classForms: number) {}

  /** The lookahead before `node` if `after` follows it; `times` is how often the node has been unrolled. */
  ahead(node: Node, after: Lookahead, times: number): Lookahead {
    switch (node.type) {
      case "char":
        return afterCharacter(after, 1);
      case "class":
        return afterCharacter(after, this.classForms);
      case "sequence":
        return node.parts.reduceRight((ahead, part) => this.ahead(part, ahead, times), after);
      case "alternation":
        return this.#choice(node.branches.map((branch) => this.ahead(branch, after, times)));
      case "repeat":
        return this.#repeat(node, after, times);
      case "group":
        return this.ahead(node.body, after, times);
      case "look_around":
        this.ahead(node.body, END, times);
        return after;
      case "assertion":
        return after;
      case "back_reference":
        return END;
    }
  }

  #choice(branches: readonly Lookahead[]): Lookahead {
    const paths = END.paths.map((_, d) => branches.reduce((sum, branch) => sum + branch.paths[d], 0));
    const minChars = branches.reduce((least, branch) => Math.min(least, branch.minChars), MAX_LOOKAHEAD_CHARS);
    this.choices += paths[Math.min(CHOICE_LOOKAHEAD_CHARS, minChars)];
    return { paths, minChars };
  }

  #repeat({ body, min, max }: Repeat, after: Lookahead, times: number): Lookahead {
    if (max === 0) return after;
    const copies = max === min ? min : min + 1;
    if (min > 0 && min <= UNROLL_LIMITS.each && unrolls(body, times, copies)) {
      const rest = max === min ? after : this.#optional(body, max - min, after, times * copies);
      return this.#copies(body, min, rest, times * copies);
    }
    return min === 0 ? this.#optional(body, max, after, times) : this.#loop(body, min, after, times);
  }

  #copies(body: Node, count: number, after: Lookahead, times: number): Lookahead {
    return count === 0 ? after : this.ahead(body, this.#copies(body, count - 1, after, times), times);
  }

  /** Up to `max` times: nested choices if few, else a loop. */
  #optional(body: Node, max: number, after: Lookahead, times: number): Lookahead {
    if (max > UNROLL_LIMITS.each || !unrolls(body, times, max)) return this.#loop(body, 0, after, times);
    let ahead = after;
    for (let i = 0; i < max; i++) ahead = this.#choice([this.ahead(body, ahead, times * max), after]);
    return ahead;
  }

  /** V8 looks into a loop once. */
  #loop(body: Node, min: number, after: Lookahead, times: number): Lookahead {
    const inside = this.ahead(body, END, times);
    const { paths } = this.#choice([inside, after]);
    return { paths, minChars: Math.min(MAX_LOOKAHEAD_CHARS, min * inside.minChars + after.minChars) };
  }
}

function unrolls(body: Node, times: number, copies: number): boolean {
  return times * copies <= UNROLL_LIMITS.nested && !canMatchEmpty(body);
}

/** One character with `forms` encodings before `after`. A lookahead of one character ends there. */
function afterCharacter(after: Lookahead, forms: number): Lookahead {
  const paths = after.paths.map((_, d) => d < 2 ? forms : forms * after.paths[d - 1]);
  return { paths, minChars: Math.min(MAX_LOOKAHEAD_CHARS, after.minChars + 1) };
}
