/**
 * Fingerprints of sets of paths, by which two results are compared.
 * @module
 */

/** Adds one more path, with what was counted in it, to a 32-bit fingerprint. The order of adding does not matter. */
export function addToFingerprint(fingerprint: number, path: string, count = 1): number {
  return (fingerprint + Math.imul(pathHash(path), count * 2 + 1)) >>> 0;
}

/** FNV-1a over the UTF-16 units of `path`. */
function pathHash(path: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < path.length; i++) hash = Math.imul(hash ^ path.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
