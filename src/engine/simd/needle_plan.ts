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
  steps: 0x4350,
  greatestAnchor: 0x4354,
  pair: 0x4358,
} as const;

/** The most positions of a needle that the filter inspects. */
const MAX_POSITIONS = 4;
/** The pair loop is faster than the filter: worth up to this many times the filter's candidates. */
const PAIR_GAIN = 8;
/** Candidates as rare as this cost little. */
const RARE_SHARE = 1 / 1000;

/** How much commoner a byte is beside the one that it usually accompanies. */
const NEIGHBOUR_PENALTY = 3;

const ANY_BYTE: ByteSet = new Uint32Array(8).fill(0xffff_ffff);

/**
 * Writes into `page` (the kernel's first 64 KiB) the plan by which `findNeedle` searches for `needles`.
 * @throws RangeError for no needle, too many, an empty or too long one
 */
export function writeNeedlePlan(page: Uint8Array, needles: readonly Needle[]): void {
  checkNeedles(needles);
  const view = new DataView(page.buffer, page.byteOffset);
  for (const [n, needle] of needles.entries()) {
    for (const [i, set] of needle.entries()) writeSet(view, OFFSETS.sets + 32 * (MAX_NEEDLE_BYTES * n + i), set);
  }
  const pair = needles.length === 1 ? pairPlan(needles[0]) : undefined;
  if (pair === undefined) writeFilter(page, view, needles);
  else writePair(view, needles[0], pair);
}

function checkNeedles(needles: readonly Needle[]): void {
  if (needles.length === 0 || needles.length > MAX_NEEDLES) throw new RangeError(`${needles.length} needles`);
  for (const { length } of needles) {
    if (length === 0 || length > MAX_NEEDLE_BYTES) throw new RangeError(`a needle of ${length} bytes`);
  }
}

function writeSet(view: DataView, at: number, set: ByteSet): void {
  for (const [i, word] of set.entries()) view.setUint32(at + 4 * i, word, true);
}

/** A position that one comparison decides: one byte, or two that differ in one bit. */
interface ComparedPosition {
  readonly offset: number;
  /** The bit that is ignored, or 0. */
  readonly bits: number;
  readonly byte: number;
  readonly share: number;
}

/** The two or four rarest such positions; undefined if the filter is faster. */
function pairPlan(needle: Needle): readonly ComparedPosition[] | undefined {
  const compared = byRarity(needle.map(comparedPosition).filter((it) => it !== undefined)).slice(0, MAX_POSITIONS);
  if (compared.length === 0) return undefined;
  const passing = product(compared.map(({ share }) => share));
  const filtered = product(rarestPositions(needle).map((offset) => setShare(needle[offset])));
  return passing <= Math.max(filtered * PAIR_GAIN, RARE_SHARE) ? twoOrFour(compared) : undefined;
}

/** Sorts by rarity; the neighbours of the rarest rank lower, since they often accompany it. */
function byRarity(compared: readonly ComparedPosition[]): readonly ComparedPosition[] {
  const [one, ...others] = compared.toSorted((a, b) => a.share - b.share);
  if (one === undefined) return [];
  const rank = ({ offset, share }: ComparedPosition) =>
    Math.abs(offset - one.offset) === 1 ? share * NEIGHBOUR_PENALTY : share;
  return [one, ...others.sort((a, b) => rank(a) - rank(b))];
}

/** Two positions, or four if two are not rare enough, with repetitions if there are fewer. */
function twoOrFour(compared: readonly ComparedPosition[]): readonly ComparedPosition[] {
  const [one, two = one, three = two, four = three] = compared;
  return compared.length < 3 || one.share * two.share < RARE_SHARE ? [one, two] : [one, two, three, four];
}

function product(shares: readonly number[]): number {
  return shares.reduce((all, share) => all * share, 1);
}

function comparedPosition(set: ByteSet, offset: number): ComparedPosition | undefined {
  const members = membersOf(set), [a, b = a] = members;
  const bits = a ^ b;
  if (members.length === 0 || members.length > 2 || (bits & (bits - 1)) !== 0) return undefined;
  return { offset, bits, byte: a, share: setShare(set) };
}

function writePair(view: DataView, needle: Needle, chosen: readonly ComparedPosition[]): void {
  view.setInt32(OFFSETS.isPair, 1, true);
  writeSteps(view, chosen.map(({ offset }) => offset));
  writeNeedle(view, 0, needle, chosen[0].offset);
  view.setUint8(OFFSETS.pair, chosen.reduce((all, { bits }) => all | bits, 0));
  for (const [i, { byte }] of chosen.entries()) view.setUint8(OFFSETS.pair + 1 + i, byte);
}

function writeSteps(view: DataView, steps: readonly number[]): void {
  view.setInt32(OFFSETS.steps, steps.length, true);
  for (const [i, step] of steps.slice(1).entries()) view.setInt32(OFFSETS.distances + 4 * i, step - steps[0], true);
}

function writeNeedle(view: DataView, n: number, needle: Needle, anchor: number): void {
  view.setInt32(OFFSETS.needle + 8 * n, needle.length, true);
  view.setInt32(OFFSETS.needle + 8 * n + 4, anchor, true);
}

function writeFilter(page: Uint8Array, view: DataView, needles: readonly Needle[]): void {
  const { windows, steps } = needles.length === 1
    ? { windows: [0], steps: rarestPositions(needles[0]) }
    : needleWindows(needles);
  const columns = needles.map((needle, n) => steps.map((step) => needle[windows[n] + step] ?? ANY_BYTE));
  const tables = teddyTables(columns);
  const anchors = windows.map((window) => window + steps[0]);
  view.setInt32(OFFSETS.isPair, 0, true);
  view.setInt32(OFFSETS.greatestAnchor, Math.max(...anchors), true);
  writeSteps(view, steps);
  for (const [i, table] of tables.columns.entries()) page.set(table, OFFSETS.tables + 32 * i);
  for (const [bits, word] of tables.needles.entries()) view.setUint16(OFFSETS.bucketNeedles + 2 * bits, word, true);
  for (const [n, needle] of needles.entries()) writeNeedle(view, n, needle, anchors[n]);
}

/**
 * A needle's rarest positions, the rarest first, at least two (possibly the same). Among equally rare ones the nearest
 * to the rarest comes first, since the class ends there, then the farthest.
 */
function rarestPositions(needle: Needle): number[] {
  const shares = needle.map(setShare), first = shares.indexOf(Math.min(...shares));
  const others = [...needle.keys()].filter((offset) => offset !== first)
    .sort((a, b) => shares[a] - shares[b] || Math.abs(a - first) - Math.abs(b - first));
  const chosen = [first];
  while (chosen.length < MAX_POSITIONS && others.length > 0) {
    const share = shares[others[0]], far = chosen.some((offset) => shares[offset] === share);
    chosen.push(...others.splice(far ? others.findLastIndex((offset) => shares[offset] === share) : 0, 1));
  }
  return chosen.length > 1 ? chosen : [first, first];
}

/** The inspected positions of several needles: the same steps from the start of each needle's own window. */
interface NeedleWindows {
  readonly windows: readonly number[];
  readonly steps: readonly number[];
}

function needleWindows(needles: readonly Needle[]): NeedleWindows {
  const width = Math.max(2, Math.min(MAX_POSITIONS, Math.max(...needles.map(({ length }) => length))));
  const shares = needles.map((needle) => needle.map(setShare));
  const windows = shares.map((own) => bestWindow(own, width));
  const passing = (step: number) => shares.reduce((sum, own, n) => sum + (own[windows[n] + step] ?? 1), 0);
  const steps = Array.from({ length: width }, (_, step) => step).sort((a, b) => passing(a) - passing(b));
  return { windows, steps };
}

/** The start of the rarest `width` adjacent bytes. */
function bestWindow(shares: readonly number[], width: number): number {
  let best = 0, least = Infinity;
  for (let start = 0; start === 0 || start + width <= shares.length; start++) {
    const passing = product(shares.slice(start, start + width));
    if (passing < least) [best, least] = [start, passing];
  }
  return best;
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
