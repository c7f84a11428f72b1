/**
 * Sets of bytes, sequences of them, and the frequency of bytes in source text.
 * @module
 */

/** A set of bytes, as 8 words: byte b is a member if bit `b & 31` of word `b >> 5` is set. */
export type ByteSet = Uint32Array;

/** A sequence of 1 to 32 byte sets: it matches where each byte is in its set. */
export type Needle = readonly ByteSet[];

/** The most bytes of a needle. */
export const MAX_NEEDLE_BYTES = 32;

/** The most needles of one search. */
export const MAX_NEEDLES = 16;

/** The set of these bytes. */
export function byteSetOf(bytes: Iterable<number>): ByteSet {
  const set = new Uint32Array(8);
  for (const byte of bytes) set[byte >> 5] |= 1 << (byte & 31);
  return set;
}

/** Whether `byte` is in `set`. */
export function hasByte(set: ByteSet, byte: number): boolean {
  return (set[byte >> 5] >>> (byte & 31) & 1) === 1;
}

/** The bytes of `set`, in order. */
export function membersOf(set: ByteSet): number[] {
  const members: number[] = [];
  for (let byte = 0; byte < 256; byte++) if (hasByte(set, byte)) members.push(byte);
  return members;
}

/**
 * The frequency of ASCII bytes in source text, in parts of 100,000. It was counted over 58 MB of C headers, Python,
 * JavaScript, TypeScript, Markdown and JSON, with equal weight for each language. A row has 16 bytes, from the tab on.
 */
const ASCII_SHARES = [
  [119, 2731, 1, 1, 50, 1, 1],
  [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  [20747, 95, 2192, 239, 58, 17, 93, 334, 1058, 1059, 410, 54, 1269, 638, 1036, 666],
  [614, 411, 372, 195, 194, 225, 148, 111, 135, 164, 1259, 399, 178, 495, 270, 58],
  [30, 504, 375, 520, 293, 613, 425, 222, 167, 585, 80, 94, 410, 257, 434, 430],
  [418, 197, 443, 602, 576, 369, 193, 132, 162, 104, 111, 169, 168, 168, 20, 1685],
  [155, 3216, 701, 2041, 1971, 5998, 1291, 945, 1188, 3143, 150, 502, 1991, 1448, 3225, 3365],
  [1689, 129, 3780, 3429, 4971, 1697, 425, 432, 561, 792, 147, 416, 143, 415, 5, 1],
].flat();

/** For each byte beyond ASCII; their mix differs too much between trees to be counted. */
const NON_ASCII_SHARE = 5;

/** The share of each byte in source text. */
const BYTE_SHARES = Float64Array.from({ length: 256 }, (_, byte) => {
  const count = byte < 9 ? 1 : byte < 0x80 ? ASCII_SHARES[byte - 9] : NON_ASCII_SHARE;
  return count / 100_000;
});

/** The share of source text's bytes that are in `set`: an estimate, 0 only for the empty set. */
export function setShare(set: ByteSet): number {
  let sum = 0;
  for (let word = 0; word < 8; word++) {
    for (let rest = set[word]; rest !== 0; rest &= rest - 1) {
      sum += BYTE_SHARES[32 * word + 31 - Math.clz32(rest & -rest)];
    }
  }
  return sum;
}
