/**
 * Plans how the kernel searches for its needles, and writes the plan into the kernel's first page.
 * @module
 */
import {
  type ByteSet,
  byteShare,
  hasByte,
  MAX_NEEDLE_BYTES,
  MAX_NEEDLES,
  membersOf,
  type Needle,
  setShare,
} from "./byte_set.ts";

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
    writeTables(
      page,
      view,
      teddyTables(needles.map((needle, n) => columnsOf(needle, n, windows))),
    );
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

function writeTables(page: Uint8Array, view: DataView, tables: TeddyTables): void {
  for (const [i, table] of tables.columns.entries()) page.set(table, OFFSETS.tables + 32 * i);
  for (const [bits, word] of tables.needles.entries()) view.setUint16(OFFSETS.bucketNeedles + 2 * bits, word, true);
}

// The tables of the filter, after Hyperscan's Teddy algorithm. Needles are distinguished by a few positions (columns)
// and grouped into eight buckets. In each column a bucket is a product of high nibbles × low nibbles, which two table
// look-ups decide.

/** One column of a bucket: for each high nibble the low nibbles, as bits. */
type NibbleRows = Uint16Array;

/** Some needles, and the bytes possible in each of their columns. */
interface Bucket {
  /** A bit for each needle. */
  readonly needles: number;
  readonly columns: readonly Column[];
}

/** The bytes of one column; the filter passes all of `high` × `low`. */
interface Column {
  readonly rows: NibbleRows;
  readonly high: number;
  readonly low: number;
  /** The share of source text's bytes that pass. */
  readonly share: number;
}

interface TeddyTables {
  /** Per column the 16 low nibbles' bucket bits, then the 16 high nibbles'. */
  readonly columns: readonly Uint8Array[];
  /** For each byte of bucket bits, the needles of those buckets, as bits. */
  readonly needles: Uint16Array;
}

const MAX_BUCKETS = 8;

/** Makes the tables for needles given by their columns: one list of sets for each needle, all of one length. */
function teddyTables(needles: readonly (readonly ByteSet[])[]): TeddyTables {
  return toTables(splitBuckets(fillBuckets(needles)), needles[0].length);
}

/** One bucket for each needle; after the eighth, a needle joins the bucket that it widens least. */
function fillBuckets(needles: readonly (readonly ByteSet[])[]): Bucket[] {
  const buckets: Bucket[] = [];
  for (const [i, sets] of needles.entries()) {
    const own: Bucket = { needles: 1 << i, columns: sets.map((set) => columnOf(rowsOf(set))) };
    if (buckets.length < MAX_BUCKETS) buckets.push(own);
    else joinCheapest(buckets, own);
  }
  return buckets;
}

function joinCheapest(buckets: Bucket[], own: Bucket): void {
  const joined = buckets.map((bucket) => joinBuckets(bucket, own));
  const costs = joined.map((bucket, i) => passingShare(bucket) - passingShare(buckets[i]));
  const at = costs.indexOf(Math.min(...costs));
  buckets[at] = joined[at];
}

function joinBuckets(a: Bucket, b: Bucket): Bucket {
  return {
    needles: a.needles | b.needles,
    columns: a.columns.map(({ rows }, i) => columnOf(rows.map((low, high) => low | b.columns[i].rows[high]))),
  };
}

/** Splits buckets into the unused ones to narrow them: `[A-Z]` is 4 × 1…F and 5 × 0…A, but 4…5 × 0…F in one bucket. */
function splitBuckets(buckets: Bucket[]): Bucket[] {
  while (buckets.length < MAX_BUCKETS) {
    let best = 0, parts: readonly Bucket[] = [], at = 0;
    for (const [i, bucket] of buckets.entries()) {
      for (const halves of splits(bucket)) {
        const gain = passingShare(bucket) - halves.reduce((sum, half) => sum + passingShare(half), 0);
        if (gain > best) [best, parts, at] = [gain, halves, i];
      }
    }
    if (parts.length === 0) break;
    buckets.splice(at, 1, ...parts);
  }
  return buckets;
}

/** Every way to split one column by one of its distinct rows. */
function* splits(bucket: Bucket): Generator<readonly [Bucket, Bucket]> {
  for (const [i, { rows }] of bucket.columns.entries()) {
    const kinds = new Set(rows.filter((row) => row !== 0));
    if (kinds.size < 2) continue;
    for (const kind of kinds) {
      const alike = columnOf(rows.map((row) => row === kind ? row : 0));
      const others = columnOf(rows.map((row) => row === kind ? 0 : row));
      yield [
        { ...bucket, columns: bucket.columns.with(i, alike) },
        { ...bucket, columns: bucket.columns.with(i, others) },
      ];
    }
  }
}

/** The share of places in source text that a bucket passes, assuming independent bytes. */
function passingShare(bucket: Bucket): number {
  return bucket.columns.reduce((product, { share }) => product * share, 1);
}

function rowsOf(set: ByteSet): NibbleRows {
  const rows = new Uint16Array(16);
  for (let byte = 0; byte < 256; byte++) if (hasByte(set, byte)) rows[byte >> 4] |= 1 << (byte & 15);
  return rows;
}

function columnOf(rows: NibbleRows): Column {
  let high = 0, low = 0, share = 0;
  for (let i = 0; i < 16; i++) {
    if (rows[i] !== 0) high |= 1 << i;
    low |= rows[i];
  }
  for (let byte = 0; byte < 256; byte++) {
    if ((high >> (byte >> 4) & 1) !== 0 && (low >> (byte & 15) & 1) !== 0) share += byteShare(byte);
  }
  return { rows, high, low, share };
}

function toTables(buckets: readonly Bucket[], width: number): TeddyTables {
  const columns = Array.from({ length: width }, () => new Uint8Array(32));
  const needles = new Uint16Array(256);
  for (const [bit, bucket] of buckets.entries()) {
    for (const [i, { high, low }] of bucket.columns.entries()) {
      for (let nibble = 0; nibble < 16; nibble++) {
        if ((low >> nibble & 1) !== 0) columns[i][nibble] |= 1 << bit;
        if ((high >> nibble & 1) !== 0) columns[i][16 + nibble] |= 1 << bit;
      }
    }
    for (let bits = 0; bits < 256; bits++) if ((bits >> bit & 1) !== 0) needles[bits] |= bucket.needles;
  }
  return { columns, needles };
}
