/**
 * `fossick completions`: scripts that teach a shell the words of a command line, made of the tables the
 * parser itself goes by.
 * @module
 */
import { bashCompletions } from "./complete_bash.ts";
import { fishCompletions } from "./complete_fish.ts";
import { zshCompletions } from "./complete_zsh.ts";
import type { Shell } from "./grammar.ts";
import { type Vocabulary, vocabulary } from "./vocabulary.ts";

const SCRIPTS: Readonly<Record<Shell, (words: Vocabulary) => string>> = {
  bash: bashCompletions,
  zsh: zshCompletions,
  fish: fishCompletions,
};

/** The script for `shell`. */
export function completions(shell: Shell): string {
  return SCRIPTS[shell](vocabulary());
}
