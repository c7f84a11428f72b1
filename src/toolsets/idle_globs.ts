/**
 * Notes about globs that leave out nothing: several in one, and with a `!` as lists of ignored files have it.
 * @module
 */
import { say } from "../format/phrases.ts";
import { textJson } from "../format/safe_text.ts";
import type { Caps } from "./caps.ts";
import { severalIn } from "./glob_of.ts";

/** Notes what is to be written for those of `globs`, the value of `field`, that were likely meant otherwise. */
export function noteIdle(field: string, globs: readonly string[], { lang, notes }: Caps): void {
  if (globs.some((glob) => glob.startsWith("!"))) notes.push(say(lang, "bang_in_glob", { field }));
  if (!globs.some((glob) => severalIn(glob).length > 0)) return;
  const meant = globs.flatMap((glob) => severalIn(glob).length > 0 ? severalIn(glob) : glob);
  notes.push(say(lang, "comma_in_glob", { meant: `${field}=${textJson(meant)}` }));
}
