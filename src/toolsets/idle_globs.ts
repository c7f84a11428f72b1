/**
 * Notes about globs that leave out nothing: several stand in one, or have a `!` in front as ripgrep's `-g` wants it.
 * @module
 */
import { type PhraseKey, say } from "../format/phrases.ts";
import type { Call } from "./define_tool.ts";
import { severalIn } from "./glob_of.ts";

/** Notes what was likely meant by those of `globs`, the value of `field`, that are about names hardly any file has. */
export function noteIdleGlobs(field: string, globs: readonly string[], { caps: { lang, notes }, own }: Call): void {
  const note = (phrase: PhraseKey, meant: readonly string[]) =>
    void notes.push(say(lang, phrase, { call: own.mended({ [field]: meant }) }));
  if (globs.some((glob) => glob.startsWith("!"))) {
    note("bang_in_glob", globs.map((glob) => glob.replace(/^!+/, "")).filter((glob) => glob !== ""));
  }
  if (globs.some((glob) => severalIn(glob).length > 0)) {
    note("comma_in_glob", globs.flatMap((glob) => severalIn(glob).length > 0 ? severalIn(glob) : glob));
  }
}
