/**
 * Orders texts by their UTF-8 bytes.
 * @module
 */

/**
 * Orders texts by their UTF-8 bytes.
 *
 * @example
 * ```ts
 * ["😀", "a", "\uffee"].sort(compareBytewise); // ["a", "\uffee", "😀"]
 * ```
 */
export function compareBytewise(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i), y = b.charCodeAt(i);
    if (x !== y) return bytewiseRank(x) - bytewiseRank(y);
  }
  return a.length - b.length;
}

/** Ranks a UTF-16 unit like the UTF-8 bytes of its code point. */
export function bytewiseRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
