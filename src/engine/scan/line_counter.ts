/**
 * Counts a text's matching lines on its bytes, as far as bytes decide; what they leave open is scanned like any other.
 * @module
 */
import { decodeUtf8 } from "../text/encoding.ts";
import { type Haystack, wholeBlock } from "./haystack.ts";
import { LINE_FEED } from "../text/line_feed.ts";
import { UNDECIDED_DFA } from "../matcher/line_dfa.ts";
import { type DfaTable } from "../simd/dfa_table.ts";
import type { DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import type { CachedFile } from "../cache/cached_file.ts";

/** What makes a line count, and how many of one file do. */
export interface CountOptions {
  readonly decidingBytes: DecidingBytesByKind;
  /** For what those leave open: a line with none of these has no match. */
  readonly requiredBytes: RequiredBytes;
  /** And what decides the others. */
  readonly dfa: () => DfaTable | undefined;
  readonly maxLines: number;
}

/** A text whose lines were counted, or some of them. */
export type CountedHaystack = Extract<Haystack, { kind: "miss" | "count" | "block" }>;

/** To make one takes as long as an expression takes for so many bytes: some milliseconds. */
const MIN_BYTES_FOR_DFA = 256 * 1024;
/** Lines of a text that are not ASCII of which it is worth counting the others apart. */
const MAX_UNDECIDED_LINES = 1000;
/** So many bytes are sifted for needles while an automaton goes through one. */
const PREFILTER_BYTES_PER_DFA_BYTE = 4;
/** Lines with a needle are looked up while so few bytes have been offered, or these are not half of them. */
const MIN_SAMPLE_BYTES = 64 * 1024;

/** Counts lines for one search. */
export class LineCounter {
  /** Bytes that an automaton was wanted for, until it was worth it. */
  #bytesWithoutDfa = 0;
  /** Bytes of all texts in which needles were looked for, and of the lines that had one. */
  #sampledBytes = 0;
  #bytesInHitLines = 0;
  /** What it has done so far, in bytes that an automaton goes through. */
  dfaBytes = 0;

  constructor(readonly contents: ContentArena) {}

  /** A text in memory, its lines counted, or what is left of it; undefined where bytes can't tell. */
  count(file: CachedFile, counting: CountOptions): CountedHaystack | undefined {
    const { decidingBytes: lines, maxLines: most } = counting;
    const byNeedles = file.kind === "ascii"
      ? this.#countByNeedles(file, lines.ascii, most)
      : this.#countByNeedles(file, lines.unicode, most) ?? this.#countAsciiLines(file, lines.ascii, most);
    return byNeedles ?? this.#decideLinesWithNeedle(file, counting) ?? this.#decideAllLines(file, counting);
  }

  #countByNeedles(file: CachedFile, decisive: DecidingBytesByKind["ascii"], most: number): CountedHaystack | undefined {
    if (decisive === undefined) return undefined;
    const { needles, lead, trail } = decisive;
    this.contents.setNeedles(needles);
    return countOf(file, this.contents.kernel.countLinesWithNeedle(file.at - lead, file.end + trail, lead, most));
  }

  /** Of a text that is not all ASCII, the lines that are; the others are left open. */
  #countAsciiLines(
    file: CachedFile,
    decisive: DecidingBytesByKind["ascii"],
    most: number,
  ): CountedHaystack | undefined {
    const { kernel } = this.contents, { at, end } = file;
    // A NUL is taken for the end of a text.
    if (decisive === undefined || kernel.hasNul(at, end)) return undefined;
    const { needles, lead, trail } = decisive, open: number[] = [];
    this.contents.setNeedles(needles);
    let matched = 0;
    for (let from = at; from < end;) {
      const beyond = kernel.findNonAscii(from, end);
      const stop = beyond < 0 ? end + trail : Math.max(from, kernel.bytes.lastIndexOf(LINE_FEED, beyond) + 1);
      if (stop > from) matched += kernel.countLinesWithNeedle(from - lead, stop, lead, most);
      if (beyond < 0) break;
      const next = kernel.nthNewline(beyond, end, 1);
      from = next < 0 ? end : next + 1;
      if (open.push(from) > MAX_UNDECIDED_LINES) return undefined;
    }
    return this.#withUndecided(file, open, Math.min(matched, most), most);
  }

  /** Where few lines hold a needle only those are gone through; without an automaton they are all left open. */
  #decideLinesWithNeedle(
    file: CachedFile,
    { requiredBytes: needles, dfa: automaton, maxLines: most }: CountOptions,
  ): CountedHaystack | undefined {
    const wanted = file.kind === "ascii" ? needles.ascii : needles.unicode;
    if (
      wanted === undefined || this.#sampledBytes >= MIN_SAMPLE_BYTES && this.#bytesInHitLines > this.#sampledBytes / 2
    ) return undefined;
    const decisive = this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA ? undefined : automaton();
    this.contents.setNeedles(wanted);
    this.contents.setDfa(decisive ?? UNDECIDED_DFA);
    const { matched, undecided, dfaBytes: walked } = this.contents.kernel.decideLinesWithNeedle(file.at, file.end);
    const size = file.end - file.at;
    this.#sampledBytes += size;
    this.#bytesInHitLines += walked;
    if (decisive === undefined) this.#bytesWithoutDfa += size;
    this.dfaBytes += walked + size / PREFILTER_BYTES_PER_DFA_BYTE;
    return undecided && this.#withUndecided(file, undecided, Math.min(matched, most), most);
  }

  #decideAllLines(file: CachedFile, { dfa: automaton, maxLines: most }: CountOptions): CountedHaystack | undefined {
    if (this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA) this.#bytesWithoutDfa += file.end - file.at;
    const decisive = this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA ? undefined : automaton();
    if (decisive === undefined) return undefined;
    this.contents.setDfa(decisive);
    this.dfaBytes += file.end - file.at;
    const { matched, undecided } = this.contents.kernel.decideLines(file.at, file.end);
    return undecided && this.#withUndecided(file, undecided, Math.min(matched, most), most);
  }

  /** @param open where lines end that are still to be scanned, beside `counted` ones that match */
  #withUndecided(file: CachedFile, open: readonly number[], counted: number, most: number): CountedHaystack {
    if (open.length === 0 || counted === most) return countOf(file, counted);
    return { kind: "block", file, block: wholeBlock(decodeUtf8(this.#joinLines(file, open))), counted };
  }

  /** The lines of a text that end there, one behind the other. */
  #joinLines({ at }: CachedFile, ends: readonly number[]): Uint8Array {
    const { bytes } = this.contents.kernel;
    const lines = ends.map((end) => bytes.subarray(Math.max(at, bytes.lastIndexOf(LINE_FEED, end - 2) + 1), end));
    const all = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0));
    let filled = 0;
    for (const line of lines) {
      all.set(line, filled);
      filled += line.length;
    }
    return all;
  }
}

function countOf(file: CachedFile, count: number): CountedHaystack {
  return count === 0 ? { kind: "miss", file } : { kind: "count", file, count };
}
