/**
 * Which thread searches which file: by a hash of the path, so that threads agree without talking.
 * @module
 */

/** FNV-1a over the UTF-16 units of `path`, modulo `count`. */
export function shardOf(path: string, count: number): number {
  if (count === 1) return 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < path.length; i++) hash = Math.imul(hash ^ path.charCodeAt(i), 0x01000193);
  return (hash >>> 8) % count;
}
