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
  isPair: 0x4340,
  distances: 0x4344,
  greatestAnchor: 0x4354,
  pair: 0x4358,
} as const;

/** The positions of a needle that the kernel inspects before it compares the whole. */
const POSITIONS = 4;
/** The pair loop is faster than the filter: worth up to this many times the filter's candidates. */
const PAIR_GAIN = 8;
/** Candidates as rare as this cost little. */
const RARE_SHARE = 1 / 1000;
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
  const pair = needles.length === 1 ? pairPlan(needles[0], windows) : undefined;
  const { steps } = pair ?? windows, anchors = windows.starts.map((start) => start + steps[0]);
  view.setInt32(OFFSETS.isPair, pair === undefined ? 0 : 1, true);
  view.setInt32(OFFSETS.greatestAnchor, Math.max(...anchors), true);
  for (let i = 1; i < POSITIONS; i++) view.setInt32(OFFSETS.distances + 4 * (i - 1), steps[i] - steps[0], true);
  for (const [n, anchor] of anchors.entries()) {
    view.setInt32(OFFSETS.needle + 8 * n, needles[n].length, true);
    view.setInt32(OFFSETS.needle + 8 * n + 4, anchor, true);
  }
  if (pair === undefined) {
    writeTables(page, view, needles.map((needle, n) => columnsOf(needle, n, windows)));
  } else page.set([pair.ignored, ...pair.bytes], OFFSETS.pair);
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
  /** The share of source text that passes all positions. */
  readonly share: number;
}

function needleWindows(needles: readonly Needle[]): NeedleWindows {
  const shares = needles.map((needle) => needle.map(setShare)), starts = shares.map(rarestWindow);
  const passing = (step: number) => shares.reduce((sum, own, n) => sum + (own[starts[n] + step] ?? 1), 0);
  const steps = Array.from({ length: POSITIONS }, (_, step) => step).sort((a, b) => passing(a) - passing(b));
  return { starts, steps, share: product(steps.map(passing)) };
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

/** How the pair loop finds a needle: by comparing four of its bytes. */
interface PairPlan {
  readonly steps: readonly number[];
  readonly bytes: readonly number[];
  /** The bits in which the bytes may differ. */
  readonly ignored: number;
}

/** A plan with the rarest bytes, repeated if there are fewer than four; undefined if the filter is faster. */
function pairPlan(needle: Needle, { starts, share }: NeedleWindows): PairPlan | undefined {
  const rarest = needle.map(comparedPosition).filter((it) => it !== undefined).sort((a, b) => a.share - b.share);
  const passing = product(rarest.slice(0, POSITIONS).map((it) => it.share));
  if (rarest.length === 0 || passing > Math.max(share * PAIR_GAIN, RARE_SHARE)) return undefined;
  const chosen = Array.from({ length: POSITIONS }, (_, i) => rarest[i % rarest.length]);
  return {
    steps: chosen.map(({ offset }) => offset - starts[0]),
    bytes: chosen.map(({ byte }) => byte),
    ignored: chosen.reduce((all, { bits }) => all | bits, 0),
  };
}

/** A position that one comparison decides: one byte, or two that differ in one bit. */
interface ComparedPosition {
  readonly offset: number;
  /** The bit that is ignored, or 0. */
  readonly bits: number;
  readonly byte: number;
  readonly share: number;
}

function comparedPosition(set: ByteSet, offset: number): ComparedPosition | undefined {
  const members = membersOf(set), [a, b = a] = members, bits = a ^ b;
  if (members.length === 0 || members.length > 2 || (bits & (bits - 1)) !== 0) return undefined;
  return { offset, bits, byte: a, share: setShare(set) };
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
