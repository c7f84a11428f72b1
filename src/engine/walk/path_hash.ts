/**
 * Hashes of paths: which thread scans which file, and whether two findings are the same.
 * @module
 */

/** FNV-1a over the UTF-16 units of `path`, or the first `length` of them: 32 bits, unsigned. */
export function pathHash(path: string, length = path.length): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ path.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Adds one more path, with what was counted in it, to a fingerprint; the order of adding does not matter. */
export function addToFingerprint(fingerprint: number, path: string, count = 1): number {
  return (fingerprint + Math.imul(pathHash(path), count * 2 + 1)) >>> 0;
}
