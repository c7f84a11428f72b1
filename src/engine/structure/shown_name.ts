/**
 * Names of definitions as reports give them.
 * @module
 */

/** UTF-16 units of a name that are kept: a hostile one may have megabytes. */
const MAX_NAME_UNITS = 200;

/** A name on one line, with single blanks. */
export function shownName(name: string): string {
  return name.slice(0, MAX_NAME_UNITS).replaceAll(/\s+/g, " ").trim();
}
