/**
 * Finds the lines of a text in the kernel's memory that match or may match, by its bytes.
 *
 * There are three strategies, and a text takes the first that its query allows. If the query is plain text, bytes decide
 * alone. If it has an automaton, that decides the lines with a needle, or all lines, but for those with other characters
 * than ASCII. Else the expression decides the lines with a needle, or all lines.
 * @module
 */
import type { ContentArena } from "../cache/content_arena.ts";
import { ALL_LINES, listingTable } from "../matcher/line_dfa.ts";
import type { Matcher } from "../matcher/matcher.ts";
import type { TextNeedles } from "../matcher/required_bytes.ts";
import type { DfaTable } from "../simd/kernel.ts";
import { LINE_FEED } from "../text/newlines.ts";
import type { StoredText } from "./stored_text.ts";

/** A count that needs a closer look. */
export const UNKNOWN = -1;

/** Lines of a text, by the addresses after their breaks. */
export interface FoundLines {
  /** Matching lines beside the listed ones. */
  readonly matched: number;
  readonly ends: readonly number[];
  /** All listed lines match. */
  readonly areMatches: boolean;
}

/** Making an automaton takes some milliseconds, as long as an expression takes for this many bytes. */
const MIN_BYTES_FOR_DFA = 256 * 1024;

/** Bytes that tell how dense matches are, and those of a typical line. */
const MIN_SAMPLE_BYTES = 64 * 1024, TYPICAL_LINE_BYTES = 40;

export class LineFinder {
  /** Bytes of the texts that had no automaton yet; it is made once they are enough. */
  #bytesWithoutDfa = 0;
  /** Bytes of the texts whose lines were decided, and the lines found in them. */
  #sampledBytes = 0;
  #sampledLines = 0;
  #listing: { readonly of: DfaTable; readonly table: DfaTable } | undefined;

  constructor(readonly arena: ContentArena, readonly matcher: Matcher) {}

  /** The number of matching lines, at most `most`, if the needles tell; else UNKNOWN. */
  countByNeedles({ kind, at, end }: StoredText, most: number): number {
    const required = this.#needlesFor(kind), { arena, arena: { kernel } } = this;
    if (required === undefined) return UNKNOWN;
    arena.setNeedles(required.needles);
    if (required.decide) return kernel.countLinesWithNeedle(at, end, most);
    return kernel.findNeedle(at, end) < 0 ? 0 : UNKNOWN;
  }

  /** Whether bytes tell nothing, so that the expression has to be run on the whole text. */
  isBlind(text: StoredText): boolean {
    return this.#needlesFor(text.kind) === undefined && this.#dfaFor(text) === undefined;
  }

  /** The number of lines that match, and the lines left undecided. */
  count(text: StoredText): FoundLines {
    const table = this.#dfaFor(text), { matched, ends } = this.#decide(text, table ?? ALL_LINES);
    return { matched, ends, areMatches: false };
  }

  /** All lines that may match. */
  list(text: StoredText): FoundLines {
    const areMatches = this.#needlesFor(text.kind)?.decide === true;
    const table = areMatches ? undefined : this.#dfaFor(text);
    const { ends } = this.#decide(text, table === undefined ? ALL_LINES : this.#listingOf(table));
    return { matched: 0, ends, areMatches };
  }

  #needlesFor(kind: StoredText["kind"]): TextNeedles | undefined {
    const { ascii, unicode } = this.matcher.requiredBytes;
    return kind === "ascii" ? ascii : unicode;
  }

  #dfaFor({ at, end }: StoredText): DfaTable | undefined {
    if (this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA) this.#bytesWithoutDfa += end - at;
    return this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA ? undefined : this.matcher.lineDfa();
  }

  #listingOf(of: DfaTable): DfaTable {
    if (this.#listing?.of !== of) this.#listing = { of, table: listingTable(of) };
    return this.#listing.table;
  }

  #decide(text: StoredText, table: DfaTable): Pick<FoundLines, "matched" | "ends"> {
    const { arena, arena: { kernel } } = this;
    const isSkipped = this.#isDense && table !== ALL_LINES,
      required = isSkipped ? undefined : this.#needlesFor(text.kind);
    arena.setDfa(table);
    if (required !== undefined) arena.setNeedles(required.needles);
    const decide = (from: number, to: number): Pick<FoundLines, "matched" | "ends"> => {
      const { matched, undecided } = kernel.decideLines(from, to, required !== undefined);
      if (undecided !== undefined) return { matched, ends: undecided };
      const middle = this.#lineBoundary(from, to), first = decide(from, middle), second = decide(middle, to);
      return { matched: first.matched + second.matched, ends: [...first.ends, ...second.ends] };
    };
    const decided = decide(text.at, text.end);
    this.#sampledBytes += text.end - text.at;
    this.#sampledLines += decided.matched + decided.ends.length;
    return decided;
  }

  /** Whether so many lines have a needle that an automaton takes less time for all lines, four at a time. */
  get #isDense(): boolean {
    return this.#sampledBytes >= MIN_SAMPLE_BYTES && this.#sampledLines * TYPICAL_LINE_BYTES > this.#sampledBytes / 2;
  }

  /** The beginning of a line near the middle of many lines. */
  #lineBoundary(from: number, to: number): number {
    const middle = Math.floor((from + to) / 2), { bytes } = this.arena.kernel, next = bytes.indexOf(LINE_FEED, middle);
    return next < 0 || next >= to - 1 ? bytes.lastIndexOf(LINE_FEED, middle) + 1 : next + 1;
  }
}
