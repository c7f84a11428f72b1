/**
 * Counts a text's matching lines by its bytes, as far as bytes decide. Undecided lines are decoded and scanned.
 * @module
 */
import type { CachedFile } from "../cache/cached_file.ts";
import type { ContentArena } from "../cache/content_arena.ts";
import type { DecidingBytes, DecidingBytesByKind } from "../matcher/deciding_bytes.ts";
import { UNDECIDED_DFA } from "../matcher/line_dfa.ts";
import type { RequiredBytes } from "../matcher/required_bytes.ts";
import type { DecidedLines, DfaTable } from "../simd/kernel.ts";
import { decodeUtf8 } from "../text/encoding.ts";
import { LINE_FEED } from "../text/newlines.ts";
import { type Haystack, wholeBlock } from "./haystack.ts";

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
/** Searching this many bytes for needles takes as long as running an automaton over one. */
const PREFILTER_BYTES_PER_DFA_BYTE = 4;
/** After this many bytes, lines are located by needles only if they make up at most half of the bytes. */
const MIN_SAMPLE_BYTES = 64 * 1024;

export class LineCounter {
  /** Bytes that had no automaton yet; it is made once they are enough. */
  #bytesWithoutDfa = 0;
  /** Bytes of all texts searched for needles, and bytes of the lines that contained one. */
  #sampledBytes = 0;
  #bytesInHitLines = 0;
  /** The work done so far, in bytes that an automaton processes. */
  dfaBytes = 0;

  constructor(readonly arena: ContentArena) {}

  /** Counts the lines of a text in memory, or those that bytes decide; undefined if bytes don't help. */
  count(file: CachedFile, options: CountOptions): CountedHaystack | undefined {
    const { decidingBytes: { ascii, unicode }, maxLines } = options;
    const byNeedles = this.#countByNeedles(file, file.kind === "ascii" ? ascii : unicode, maxLines);
    return byNeedles ?? this.#decideLinesWithNeedle(file, options) ?? this.#decideAllLines(file, options);
  }

  #countByNeedles(
    file: CachedFile,
    deciding: DecidingBytes | undefined,
    maxLines: number,
  ): CountedHaystack | undefined {
    if (deciding === undefined) return undefined;
    const { needles, lead, trail } = deciding;
    this.arena.setNeedles(needles);
    return countOf(file, this.arena.kernel.countLinesWithNeedle(file.at - lead, file.end + trail, lead, maxLines));
  }

  /** If few lines contain a needle, processes only those; without an automaton they all stay undecided. */
  #decideLinesWithNeedle(
    file: CachedFile,
    { requiredBytes, dfa, maxLines }: CountOptions,
  ): CountedHaystack | undefined {
    const needles = file.kind === "ascii" ? requiredBytes.ascii : requiredBytes.unicode;
    const isDense = this.#sampledBytes >= MIN_SAMPLE_BYTES && this.#bytesInHitLines > this.#sampledBytes / 2;
    if (needles === undefined || isDense) return undefined;
    const table = this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA ? undefined : dfa(), size = file.end - file.at;
    this.arena.setNeedles(needles);
    this.arena.setDfa(table ?? UNDECIDED_DFA);
    const decided = this.arena.kernel.decideLinesWithNeedle(file.at, file.end);
    this.#sampledBytes += size;
    this.#bytesInHitLines += decided.dfaBytes;
    if (table === undefined) this.#bytesWithoutDfa += size;
    this.dfaBytes += decided.dfaBytes + size / PREFILTER_BYTES_PER_DFA_BYTE;
    return this.#withUndecided(file, decided, maxLines);
  }

  #decideAllLines(file: CachedFile, { dfa, maxLines }: CountOptions): CountedHaystack | undefined {
    if (this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA) this.#bytesWithoutDfa += file.end - file.at;
    const table = this.#bytesWithoutDfa < MIN_BYTES_FOR_DFA ? undefined : dfa();
    if (table === undefined) return undefined;
    this.arena.setDfa(table);
    this.dfaBytes += file.end - file.at;
    return this.#withUndecided(file, this.arena.kernel.decideLines(file.at, file.end), maxLines);
  }

  /** The count of matching lines, with the undecided lines as a block; undefined if those are too many. */
  #withUndecided(
    file: CachedFile,
    { matched, undecided }: Pick<DecidedLines, "matched" | "undecided">,
    maxLines: number,
  ): CountedHaystack | undefined {
    if (undecided === undefined) return undefined;
    const counted = Math.min(matched, maxLines);
    if (undecided.length === 0 || counted === maxLines) return countOf(file, counted);
    return { kind: "block", file, block: wholeBlock(decodeUtf8(this.#joinLines(file, undecided))), counted };
  }

  /** Joins the lines that end there. */
  #joinLines({ at }: CachedFile, ends: readonly number[]): Uint8Array {
    const { bytes } = this.arena.kernel;
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
