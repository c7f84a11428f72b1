/**
 * Counts a text's matching lines by its bytes, as far as bytes decide. Undecided lines are decoded and scanned.
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

/** How the lines of a file are counted. */
export interface CountOptions {
  readonly decidingBytes: DecidingBytesByKind;
  /** For texts that `decidingBytes` leave undecided: a line with none of these has no match. */
  readonly requiredBytes: RequiredBytes;
  /** Decides the remaining lines. */
  readonly dfa: () => DfaTable | undefined;
  readonly maxLines: number;
}

/** A text whose lines were counted, at least in part. */
export type CountedHaystack = Extract<Haystack, { kind: "miss" | "count" | "block" }>;

/** Making an automaton takes some milliseconds, as long as an expression takes for this many bytes. */
const MIN_BYTES_FOR_DFA = 256 * 1024;
/** With more lines that are not ASCII, counting the others separately does not pay. */
const MAX_UNDECIDED_LINES = 1000;
/** Searching this many bytes for needles takes as long as running an automaton over one. */
const PREFILTER_BYTES_PER_DFA_BYTE = 4;
/** After this many bytes, lines are located by needles only if they make up at most half of the bytes. */
const MIN_SAMPLE_BYTES = 64 * 1024;

/** Counts lines for one search. */
export class LineCounter {
  /** Bytes that had no automaton yet; it is made once they are enough. */
  #bytesWithoutDfa = 0;
  /** Bytes of all texts searched for needles, and bytes of the lines that contained one. */
  #sampledBytes = 0;
  #bytesInHitLines = 0;
  /** The work done so far, in bytes that an automaton processes. */
  dfaBytes = 0;

  constructor(readonly contents: ContentArena) {}

  /** Counts the lines of a text in memory, or those that bytes decide; undefined if bytes don't help. */
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

  /** Counts the ASCII lines of a text that is not all ASCII; the others stay undecided. */
  #countAsciiLines(
    file: CachedFile,
    decisive: DecidingBytesByKind["ascii"],
    most: number,
  ): CountedHaystack | undefined {
    const { kernel } = this.contents, { at, end } = file;
    // A NUL would be taken for the end of a text.
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

  /** If few lines contain a needle, processes only those; without an automaton they all stay undecided. */
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

  /** @param open the ends of lines still to be scanned, in addition to `counted` matching ones */
  #withUndecided(file: CachedFile, open: readonly number[], counted: number, most: number): CountedHaystack {
    if (open.length === 0 || counted === most) return countOf(file, counted);
    return { kind: "block", file, block: wholeBlock(decodeUtf8(this.#joinLines(file, open))), counted };
  }

  /** Joins the lines that end there. */
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
