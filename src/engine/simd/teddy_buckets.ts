/**
 * The tables of the filter, after Hyperscan's Teddy algorithm. Needles are distinguished by a few positions (columns)
 * and grouped into eight buckets. In each column a bucket is a product of high nibbles × low nibbles, which two table
 * look-ups decide.
 * @module
 */
import { type ByteSet, byteShare, hasByte } from "./byte_set.ts";

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

/** The filter's tables. */
export interface TeddyTables {
  /** Per column the 16 low nibbles' bucket bits, then the 16 high nibbles'. */
  readonly columns: readonly Uint8Array[];
  /** For each byte of bucket bits, the needles of those buckets, as bits. */
  readonly needles: Uint16Array;
}

const MAX_BUCKETS = 8;

/** Makes the tables for needles given by their columns: one list of sets for each needle, all of one length. */
export function teddyTables(needles: readonly (readonly ByteSet[])[]): TeddyTables {
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
