/**
 * Recognises a root that opens more than anyone means to.
 * @module
 */

/** Where people's homes are, on systems that don't let their names be asked for. */
const HOMES = /^(?:[a-z]:)?\/(?:(?:(?:private\/)?var\/)?root|(?:var\/home|home|users)(?:\/[^/]+)?)?\/?$/i;

/**
 * What a root holds that should give pause: "the whole file system", "a home directory"; undefined for
 * a root like any other.
 * @param root absolute, `/`-separated
 * @param home the user's home, where it is known
 */
export function tooWide(root: string, home?: string): string | undefined {
  if (/^(?:[a-z]:)?\/?$/i.test(root)) return "the whole file system";
  const holdsHome = home !== undefined && (home === root || home.startsWith(root + "/"));
  return holdsHome || HOMES.test(root) ? "a home directory" : undefined;
}
