/**
 * Recognises a root that opens more than anyone means to.
 * @module
 */
import type { NoticeKey } from "./notices.ts";

/** Where people's homes are, on systems that don't let their names be asked for. */
const HOMES = /^(?:[a-z]:)?\/(?:(?:(?:private\/)?var\/)?root|(?:var\/home|home|users)(?:\/[^/]+)?)?\/?$/i;

/**
 * The warning that a root deserves, since it holds the whole file system or a home directory; undefined for a root like
 * any other.
 * @param root absolute, `/`-separated
 * @param home the user's home, where it is known
 */
export function tooWide(root: string, home?: string): Extract<NoticeKey, `root_${string}`> | undefined {
  if (/^(?:[a-z]:)?\/?$/i.test(root)) return "root_is_everything";
  const holdsHome = home !== undefined && (home === root || home.startsWith(root + "/"));
  return holdsHome || HOMES.test(root) ? "root_holds_home" : undefined;
}
