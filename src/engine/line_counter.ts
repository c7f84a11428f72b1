/**
 * Counts a text's matching lines on its bytes, as far as bytes decide; what they leave open is scanned like any other.
 * @module
 */
import { decodeUtf8 } from "./encoding.ts";
import { type Haystack, wholeBlock } from "./haystack.ts";
import { BREAK } from "./text/line_feed.ts";
import { ALL_UNDECIDED } from "./pattern/line_automaton.ts";
import { type LineAutomaton } from "./simd/dfa_table.ts";
import type { LineNeedlesByKind } from "./pattern/line_needles.ts";
import type { Needles } from "./pattern/needles.ts";
import type { Contents } from "./resident/contents.ts";
import type { Resident } from "./resident/resident.ts";

/** What makes a line count, and how many of one file do. */
export interface Counting {
  readonly lines: LineNeedlesByKind;
  /** For what those leave open: a line with none of these has no match. */
  readonly needles: Needles;
  /** And what decides the others. */
  readonly automaton: () => LineAutomaton | undefined;
  readonly most: number;
}

/** A text whose lines were counted, or some of them. */
export type Counted = Extract<Haystack, { kind: "miss" | "count" | "block" }>;

/** To make one takes as long as an expression takes for so many bytes: some milliseconds. */
const WORTH_AN_AUTOMATON = 256 * 1024;
/** Lines of a text that are not ASCII of which it is worth counting the others apart. */
const MOST_OPEN = 1000;
/** So many bytes are sifted for needles while an automaton goes through one. */
const SIFTED = 4;
/** Lines with a needle are looked up while so few bytes have been offered, or these are not half of them. */
const FIRST = 64 * 1024;

/** Counts lines for one search. */
export class LineCounter {
  /** Bytes that an automaton was wanted for, until it was worth it. */
  #wanted = 0;
  /** Bytes of all texts in which needles were looked for, and of the lines that had one. */
  #offered = 0;
  #held = 0;
  /** What it has done so far, in bytes that an automaton goes through. */
  decided = 0;

  constructor(readonly contents: Contents) {}

  /** A text in memory, its lines counted, or what is left of it; undefined where bytes can't tell. */
  count(file: Resident, counting: Counting): Counted | undefined {
    const { lines, most } = counting;
    const byNeedles = file.kind === "ascii"
      ? this.#count(file, lines.ascii, most)
      : this.#count(file, lines.unicode, most) ?? this.#countAscii(file, lines.ascii, most);
    return byNeedles ?? this.#decideHits(file, counting) ?? this.#decide(file, counting);
  }

  #count(file: Resident, decisive: LineNeedlesByKind["ascii"], most: number): Counted | undefined {
    if (decisive === undefined) return undefined;
    const { needles, lead, trail } = decisive;
    this.contents.aim(needles);
    return countOf(file, this.contents.kernel.countLines(file.at - lead, file.end + trail, lead, most));
  }

  /** Of a text that is not all ASCII, the lines that are; the others are left open. */
  #countAscii(file: Resident, decisive: LineNeedlesByKind["ascii"], most: number): Counted | undefined {
    const { kernel } = this.contents, { at, end } = file;
    // A NUL is taken for the end of a text.
    if (decisive === undefined || kernel.hasNul(at, end)) return undefined;
    const { needles, lead, trail } = decisive, open: number[] = [];
    this.contents.aim(needles);
    let matched = 0;
    for (let from = at; from < end;) {
      const beyond = kernel.findBeyondAscii(from, end);
      const stop = beyond < 0 ? end + trail : Math.max(from, kernel.bytes.lastIndexOf(BREAK, beyond) + 1);
      if (stop > from) matched += kernel.countLines(from - lead, stop, lead, most);
      if (beyond < 0) break;
      const next = kernel.nthNewline(beyond, end, 1);
      from = next < 0 ? end : next + 1;
      if (open.push(from) > MOST_OPEN) return undefined;
    }
    return this.#leaving(file, open, Math.min(matched, most), most);
  }

  /** Where few lines hold a needle only those are gone through; without an automaton they are all left open. */
  #decideHits(file: Resident, { needles, automaton, most }: Counting): Counted | undefined {
    const wanted = file.kind === "ascii" ? needles.ascii : needles.unicode;
    if (wanted === undefined || this.#offered >= FIRST && this.#held > this.#offered / 2) return undefined;
    const decisive = this.#wanted < WORTH_AN_AUTOMATON ? undefined : automaton();
    this.contents.aim(wanted);
    this.contents.follow(decisive ?? ALL_UNDECIDED);
    const { matched, undecided, walked } = this.contents.kernel.decideHits(file.at, file.end);
    const size = file.end - file.at;
    this.#offered += size;
    this.#held += walked;
    if (decisive === undefined) this.#wanted += size;
    this.decided += walked + size / SIFTED;
    return undecided && this.#leaving(file, undecided, Math.min(matched, most), most);
  }

  #decide(file: Resident, { automaton, most }: Counting): Counted | undefined {
    if (this.#wanted < WORTH_AN_AUTOMATON) this.#wanted += file.end - file.at;
    const decisive = this.#wanted < WORTH_AN_AUTOMATON ? undefined : automaton();
    if (decisive === undefined) return undefined;
    this.contents.follow(decisive);
    this.decided += file.end - file.at;
    const { matched, undecided } = this.contents.kernel.decideLines(file.at, file.end);
    return undecided && this.#leaving(file, undecided, Math.min(matched, most), most);
  }

  /** @param open where lines end that are still to be scanned, beside `counted` ones that match */
  #leaving(file: Resident, open: readonly number[], counted: number, most: number): Counted {
    if (open.length === 0 || counted === most) return countOf(file, counted);
    return { kind: "block", file, block: wholeBlock(decodeUtf8(this.#lines(file, open))), counted };
  }

  /** The lines of a text that end there, one behind the other. */
  #lines({ at }: Resident, ends: readonly number[]): Uint8Array {
    const { bytes } = this.contents.kernel;
    const lines = ends.map((end) => bytes.subarray(Math.max(at, bytes.lastIndexOf(BREAK, end - 2) + 1), end));
    const all = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
    let filled = 0;
    for (const line of lines) {
      all.set(line, filled);
      filled += line.length;
    }
    return all;
  }
}

function countOf(file: Resident, count: number): Counted {
  return count === 0 ? { kind: "miss", file } : { kind: "count", file, count };
}
