/**
 * Notes about globs that leave out nothing: several stand in one, or have a `!` in front as ripgrep's `-g` wants it.
 * @module
 */
import { type PhraseKey, say } from "../../format/phrases.ts";
import type { ToolCall } from "../define_tool.ts";
import { splitGlobList } from "./rewrite_glob.ts";

/** Notes what was likely meant by those of `globs`, the value of `field`, that are about names hardly any file has. */
export function noteUnusedGlobs(
  field: string,
  globs: readonly string[],
  { notes: { lang, sentences: notes }, currentCall: own }: ToolCall,
): void {
  const note = (phrase: PhraseKey, meant: readonly string[]) =>
    void notes.push(say(lang, phrase, { call: own.render({ [field]: meant }) }));
  if (globs.some((glob) => glob.startsWith("!"))) {
    note("bang_in_glob", globs.map((glob) => glob.replace(/^!+/, "")).filter((glob) => glob !== ""));
  }
  if (globs.some((glob) => splitGlobList(glob).length > 0)) {
    note("comma_in_glob", globs.flatMap((glob) => splitGlobList(glob).length > 0 ? splitGlobList(glob) : glob));
  }
}
