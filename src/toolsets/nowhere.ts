/**
 * What rehearsals search for.
 * @module
 */

/** Text that is in no file, another for each number. */
export function nowhere(nth: number): string {
  return `\u0001rehearsal ${nth}\u0001`;
}
