/**
 * A memory for file contents, and the SIMD scanners that run over it (kernel.wat).
 * @module
 */
import type { Needle } from "./byte_set.ts";
import { KERNEL_BYTES } from "./kernel_bytes.ts";
import { writeNeedlePlan } from "./needle_plan.ts";

/**
 * For each state and byte the next state: `next[256 * state + byte]`. A line begins in one of the first three, by the
 * result of the line before: `LINE_START_STATES`.
 */
export interface DfaTable {
  readonly next: Uint16Array;
}

/** The states in which a line begins, by the result of the line before: none, a match, or undecided. */
export const LINE_START_STATES = { none: 0, matched: 1, undecided: 2 } as const;

/** The most states: the table must fit in the processor's cache. */
export const MAX_DFA_STATES = 512;

export type { Needle } from "./byte_set.ts";

const PAGE_BYTES = 0x1_0000;
/** Offsets as kernel.wat defines them, and the most undecided lines listed. */
const OFFSETS = {
  undecided: 0x4380,
  ends: 0x4400,
  rows: PAGE_BYTES,
} as const;
const MAX_LISTED_LINES = 4096;
/** Bytes of a row, and the distance of rows 1 and 2 from row 0: after all others. */
const ROW_BYTES = 1024, LINE_START_ROW_DISTANCE = 0x10_0000;
/** The scanners load up to this many bytes after the end of a range. */
const PADDING_BYTES = 1280;
/** Addresses have 32 bits. */
const ADDRESS_SPACE_BYTES = 0x1_0000_0000;

let compiled: WebAssembly.Module | undefined;

/**
 * One memory and its scanners. Addresses are numbers from 0 to 2³². Every range is `[from, to)`, starts at
 * `RESERVED_BYTES` or later and must be reserved. Bytes outside a range never change a result.
 *
 * @example
 * ```ts
 * import { byteSetOf } from "./byte_set.ts";
 * const kernel = new Kernel(), from = Kernel.RESERVED_BYTES;
 * kernel.reserve(from + 5);
 * kernel.bytes.set(new TextEncoder().encode("a foo"), from);
 * kernel.setNeedles([[..."foo"].map((c) => byteSetOf([c.charCodeAt(0)]))]);
 * kernel.findNeedle(from, from + 5); // from + 2
 * ```
 */
export class Kernel {
  /** The first address that callers may use. */
  static readonly RESERVED_BYTES = 34 * PAGE_BYTES;

  /** The whole memory. A `reserve` that grows it replaces this view. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The scanners' own part of it. */
  #words: Uint32Array<ArrayBuffer>;
  readonly #memory: WebAssembly.Memory;
  readonly #scanners: Scanners;

  /** @throws RangeError if no memory is available (V8 reserves 4 GiB or more of addresses, but not of memory) */
  constructor() {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(KERNEL_BYTES), (char) => char.charCodeAt(0)));
    const { exports } = new WebAssembly.Instance(compiled);
    if (!(exports.memory instanceof WebAssembly.Memory)) throw new TypeError("the kernel has no memory");
    if (!hasScanners(exports)) throw new TypeError("the kernel lacks a scanner");
    // The copy has faster properties than the module's own object.
    this.#scanners = { ...exports };
    this.#memory = exports.memory;
    this.bytes = viewOf(this.#memory);
    this.#words = new Uint32Array(this.bytes.buffer, 0, Kernel.RESERVED_BYTES / 4);
  }

  /**
   * Makes the addresses below `end` exist. New bytes are zero and take no memory until they are written.
   * @throws RangeError beyond 4 GiB (less a little), or if the system has no memory left
   */
  reserve(end: number): void {
    if (end > ADDRESS_SPACE_BYTES - PADDING_BYTES) throw new RangeError(`the kernel's memory ends before ${end}`);
    const pages = Math.ceil((end + PADDING_BYTES - this.bytes.length) / PAGE_BYTES);
    if (pages <= 0) return;
    this.#memory.grow(pages);
    this.bytes = viewOf(this.#memory);
    this.#words = new Uint32Array(this.bytes.buffer, 0, Kernel.RESERVED_BYTES / 4);
  }

  /**
   * Sets the needles that `findNeedle` searches for.
   * @throws RangeError for no needles or more than 16, and for one that is empty or longer than 32
   */
  setNeedles(needles: readonly Needle[]): void {
    writeNeedlePlan(this.bytes, needles);
  }

  /** The first address at which some needle lies wholly inside `[from, to)`; -1 if there is none. */
  findNeedle(from: number, to: number): number {
    return unsignedAddress(this.#scanners.findNeedle(from, to));
  }

  /** Counts the lines that contain a needle, up to `most`. */
  countLinesWithNeedle(from: number, to: number, most: number): number {
    return this.#scanners.countLinesWithNeedle(from, to, Math.min(most, 0x7fff_ffff));
  }

  /**
   * Sets the automaton of `decideLines`: the transitions of a `DfaTable`.
   * @throws RangeError for more than MAX_DFA_STATES
   */
  setDfa(next: Uint16Array): void {
    const states = next.length / 256;
    if (states > MAX_DFA_STATES) throw new RangeError(`an automaton of ${states} states`);
    const offsets = Uint32Array.from({ length: states }, (_, state) => rowOffset(state));
    for (let state = 0; state < states; state++) {
      const row = (OFFSETS.rows + offsets[state]) / 4;
      for (let byte = 0; byte < 256; byte++) this.#words[row + byte] = offsets[next[256 * state + byte]];
    }
  }

  /** Runs the automaton over all lines, or over those with a needle; then the others count as without a match. */
  decideLines(from: number, to: number, withNeedle: boolean): DecidedLines {
    const { decideLines, decideLinesWithNeedle } = this.#scanners;
    const matched = (withNeedle ? decideLinesWithNeedle : decideLines)(from, to);
    return { matched, ...this.#undecided() };
  }

  #undecided(): Pick<DecidedLines, "undecided"> {
    const count = this.#words[OFFSETS.undecided / 4];
    if (count === 0) return { undecided: NONE };
    if (count > MAX_LISTED_LINES) return {};
    return { undecided: [...this.#words.subarray(OFFSETS.ends / 4, OFFSETS.ends / 4 + count)].sort((a, b) => a - b) };
  }

  /** Whether every byte is below 0x80. */
  isAscii(from: number, to: number): boolean {
    return this.#scanners.findByteIn(from, to, 0x80, 0x7f) === -1;
  }

  /** Whether some byte is 0. */
  hasNul(from: number, to: number): boolean {
    return this.#scanners.findByteIn(from, to, 0, 0) !== -1;
  }

  /**
   * Replaces each CR LF by LF, in place; a lone carriage return stays.
   * @returns the new end of the text; the bytes between there and `to` are undefined
   */
  crlfToLf(from: number, to: number): number {
    return this.#scanners.crlfToLf(from, to) >>> 0;
  }

  /** Counts the line feeds. */
  countNewlines(from: number, to: number): number {
    return this.#scanners.countNewlines(from, to) >>> 0;
  }
}

const NONE: readonly number[] = [];

/** The offset of a state's row from the first. */
function rowOffset(state: number): number {
  return state === LINE_START_STATES.matched || state === LINE_START_STATES.undecided
    ? state * LINE_START_ROW_DISTANCE
    : state * ROW_BYTES;
}

/** The lines of a text that an automaton decided. */
export interface DecidedLines {
  /** Lines with a match. */
  readonly matched: number;
  /** The ends of undecided lines, breaks included, in order; absent if there are too many. */
  readonly undecided?: readonly number[];
}

/** Converts an i32 of WebAssembly to an address. */
function unsignedAddress(value: number): number {
  return value === -1 ? -1 : value >>> 0;
}

function viewOf({ buffer }: WebAssembly.Memory): Uint8Array<ArrayBuffer> {
  if (!(buffer instanceof ArrayBuffer)) throw new TypeError("the kernel's memory is shared");
  return new Uint8Array(buffer);
}

/** The first two arguments are addresses; some scanners take more. */
type Scanner = (from: number, to: number, ...more: number[]) => number;

const SCANNER_NAMES = [
  "findNeedle",
  "countLinesWithNeedle",
  "decideLines",
  "decideLinesWithNeedle",
  "findByteIn",
  "crlfToLf",
  "countNewlines",
] as const;

type Scanners = Readonly<Record<typeof SCANNER_NAMES[number], Scanner>>;

function hasScanners(exports: WebAssembly.Exports): exports is WebAssembly.Exports & Scanners {
  return SCANNER_NAMES.every((name) => typeof exports[name] === "function");
}
