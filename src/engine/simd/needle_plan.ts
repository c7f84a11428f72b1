/**
 * Plans how the kernel searches for its needles, and writes the plan into the kernel's first page.
 * @module
 */
import { type ByteSet, MAX_NEEDLE_BYTES, MAX_NEEDLES, membersOf, type Needle, setShare } from "./byte_set.ts";

/** Offsets in the kernel's page, as kernel.wat defines them. */
const OFFSETS = {
  sets: 0,
  needle: 0x4000,
  bucketNeedles: 0x4080,
  tables: 0x4280,
  distances: 0x4344,
  greatestAnchor: 0x4354,
} as const;

/** The positions of a needle that the kernel inspects before it compares the whole. */
const POSITIONS = 4;
/** Groups of needles that the filter distinguishes. */
const BUCKETS = 8;

const ANY_BYTE: ByteSet = new Uint32Array(8).fill(0xffff_ffff);

/**
 * Writes into `page` (the kernel's first 64 KiB) the plan by which `findNeedle` searches for `needles`.
 * @throws RangeError for no needle, too many, an empty or too long one
 */
export function writeNeedlePlan(page: Uint8Array, needles: readonly Needle[]): void {
  if (needles.length === 0 || needles.length > MAX_NEEDLES) throw new RangeError(`${needles.length} needles`);
  const view = new DataView(page.buffer, page.byteOffset), windows = needleWindows(needles);
  for (const [n, needle] of needles.entries()) writeSets(view, n, needle);
  const anchors = windows.starts.map((start) => start + windows.steps[0]);
  view.setInt32(OFFSETS.greatestAnchor, Math.max(...anchors), true);
  for (let i = 1; i < POSITIONS; i++) {
    view.setInt32(OFFSETS.distances + 4 * (i - 1), windows.steps[i] - windows.steps[0], true);
  }
  for (const [n, anchor] of anchors.entries()) {
    view.setInt32(OFFSETS.needle + 8 * n, needles[n].length, true);
    view.setInt32(OFFSETS.needle + 8 * n + 4, anchor, true);
  }
  writeTables(page, view, needles.map((needle, n) => columnsOf(needle, n, windows)));
}

function writeSets(view: DataView, n: number, needle: Needle): void {
  if (needle.length === 0 || needle.length > MAX_NEEDLE_BYTES) {
    throw new RangeError(`a needle of ${needle.length} bytes`);
  }
  for (const [i, set] of needle.entries()) {
    for (const [k, word] of set.entries()) {
      view.setUint32(OFFSETS.sets + 32 * (MAX_NEEDLE_BYTES * n + i) + 4 * k, word, true);
    }
  }
}

/** The inspected positions of needles: the same steps from the start of each needle's own window. */
interface NeedleWindows {
  readonly starts: readonly number[];
  /** The one that passes least first. */
  readonly steps: readonly number[];
}

function needleWindows(needles: readonly Needle[]): NeedleWindows {
  const shares = needles.map((needle) => needle.map(setShare));
  if (needles.length === 1) return { starts: [0], steps: rarestPositions(shares[0]) };
  const starts = shares.map(rarestWindow);
  const passing = (step: number) => shares.reduce((sum, own, n) => sum + (own[starts[n] + step] ?? 1), 0);
  const steps = Array.from({ length: POSITIONS }, (_, step) => step).sort((a, b) => passing(a) - passing(b));
  return { starts, steps };
}

/** The rarest bytes of one needle, wherever they are, repeated if they are fewer. */
function rarestPositions(shares: readonly number[]): readonly number[] {
  const rarest = [...shares.keys()].sort((a, b) => shares[a] - shares[b]);
  return Array.from({ length: POSITIONS }, (_, i) => rarest[i % rarest.length]);
}

/** The start of the rarest adjacent bytes. */
function rarestWindow(shares: readonly number[]): number {
  const starts = Array.from({ length: Math.max(1, shares.length - POSITIONS + 1) }, (_, start) => start);
  const passing = starts.map((start) => product(shares.slice(start, start + POSITIONS)));
  return passing.indexOf(Math.min(...passing));
}

function product(shares: readonly number[]): number {
  return shares.reduce((all, share) => all * share, 1);
}

/** The sets at a needle's inspected positions; after its end any byte passes. */
function columnsOf(needle: Needle, n: number, { starts, steps }: NeedleWindows): readonly ByteSet[] {
  return steps.map((step) => needle[starts[n] + step] ?? ANY_BYTE);
}

/**
 * The tables of the filter, after Hyperscan's Teddy algorithm: needles are in eight buckets, and in each column two
 * table look-ups, by the low and the high nibble of a byte, tell the buckets that may have it there. In the column that
 * passes least, the buckets of one needle share its high nibbles: `[A-Z]` is 4 × 1…F and 5 × 0…A, but 4…5 × 0…F in
 * one bucket.
 */
function writeTables(page: Uint8Array, view: DataView, needles: readonly (readonly ByteSet[])[]): void {
  const own = Math.max(1, Math.floor(BUCKETS / needles.length)), tables = new Uint8Array(32 * POSITIONS);
  const bucketsOf = needles.map((_, n) => ((1 << own) - 1) << (n * own) % BUCKETS);
  for (const [n, columns] of needles.entries()) {
    for (const [i, set] of columns.entries()) {
      for (const byte of membersOf(set)) {
        const high = byte >> 4, bits = i === 0 ? 1 << (n * own + high % own) % BUCKETS : bucketsOf[n];
        tables[32 * i + (byte & 15)] |= bits;
        tables[32 * i + 16 + high] |= bits;
      }
    }
  }
  page.set(tables, OFFSETS.tables);
  for (let bits = 0; bits < 256; bits++) {
    const found = bucketsOf.reduce((all, own, n) => (bits & own) === 0 ? all : all | 1 << n, 0);
    view.setUint16(OFFSETS.bucketNeedles + 2 * bits, found, true);
  }
}
