/**
 * Notes about globs that leave out nothing since several stand in one.
 * @module
 */
import { say } from "../format/phrases.ts";
import type { Caps } from "./caps.ts";
import { severalIn } from "./glob_of.ts";

/** Notes what was likely meant by each of `globs`, the value of `field`, that has commas between globs. */
export function noteCommas(field: string, globs: readonly string[], { lang, notes }: Caps): void {
  if (!globs.some((glob) => severalIn(glob).length > 0)) return;
  const meant = globs.flatMap((glob) => severalIn(glob).length > 0 ? severalIn(glob) : glob);
  notes.push(say(lang, "comma_in_glob", { meant: `${field}=${JSON.stringify(meant)}` }));
}
