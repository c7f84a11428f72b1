/**
 * Finds matching lines: a matcher small enough to trust.
 * @module
 */
import { linesOf, textOf } from "./texts.ts";

/** A query: plain text, or an expression without empty matches. */
export interface Sought {
  readonly query: string;
  readonly fixed_strings?: true;
  readonly word?: true;
  readonly case?: "smart" | "insensitive" | "sensitive";
  readonly max_count?: number;
  readonly context_before?: number;
  readonly context_after?: number;
}

/** A matching line. */
export interface Hit {
  readonly line_number: number;
  readonly line: string;
  readonly spans: [start: number, end: number][];
  readonly before: string[];
  readonly after: string[];
}

/** A word character by ripgrep's definition. */
const WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";
const EDGE = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;

/** Finds matching lines; remembers the result for each content. */
export class Matching {
  readonly #pattern: RegExp;
  readonly #known = new Map<string, readonly Hit[] | "binary">();

  constructor(readonly sought: Sought) {
    const { query, fixed_strings, word } = sought;
    const source = fixed_strings ? RegExp.escape(query) : query.replaceAll("\\b", EDGE);
    this.#pattern = new RegExp(
      word ? `(?<!${WORD})(?:${source})(?!${WORD})` : source,
      ignoresCase(sought) ? "giu" : "gu",
    );
  }

  /** The matching lines of a file with these bytes. */
  hits(bytes: string): readonly Hit[] | "binary" {
    const known = this.#known.get(bytes);
    if (known !== undefined) return known;
    const text = textOf(bytes);
    const hits = text === undefined ? "binary" : this.#hitsIn(linesOf(text));
    this.#known.set(bytes, hits);
    return hits;
  }

  #hitsIn(lines: readonly string[]): Hit[] {
    const { max_count = Infinity, context_before = 0, context_after = 0 } = this.sought;
    const hits: Hit[] = [];
    for (const [i, line] of lines.entries()) {
      const spans = [...line.matchAll(this.#pattern)].map((match) => spanOf(line, match));
      if (spans.length === 0) continue;
      if (hits.length === max_count) break;
      const before = lines.slice(Math.max(0, i - context_before), i), after = lines.slice(i + 1, i + 1 + context_after);
      hits.push({ line_number: i + 1, line, spans, before, after });
    }
    return hits;
  }
}

function spanOf(line: string, match: RegExpExecArray): [number, number] {
  const start = length(line.slice(0, match.index));
  return [start, start + length(match[0])];
}

function length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function ignoresCase({ query, case: rule = "smart" }: Sought): boolean {
  return rule === "insensitive" || rule === "smart" && !/\p{Lu}/u.test(query);
}
