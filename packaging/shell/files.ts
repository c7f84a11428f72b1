/**
 * Files for shell users: completions for three shells, and the manual page.
 * @module
 */
import { join } from "@std/path";
import { bashCompletions } from "./bash.ts";
import { fishCompletions } from "./fish.ts";
import { manPage } from "./man.ts";
import { vocabulary } from "./vocabulary.ts";
import { zshCompletions } from "./zsh.ts";

/** The shells, each with the name of its completion script. */
export const SCRIPTS = {
  bash: { name: "fossick.bash", script: bashCompletions },
  zsh: { name: "_fossick", script: zshCompletions },
  fish: { name: "fossick.fish", script: fishCompletions },
} as const;

/** A shell with completions. */
export type Shell = keyof typeof SCRIPTS;

/** The completion script for `shell`. */
export function completions(shell: Shell): string {
  return SCRIPTS[shell].script(vocabulary());
}

/** Writes all files into `dir` and returns their paths. */
export function writeShellFiles(dir: string): string[] {
  const scripts = (["bash", "zsh", "fish"] as const).map((shell) => [SCRIPTS[shell].name, completions(shell)] as const);
  return [...scripts, ["fossick.1", manPage()] as const].map(([name, text]) => {
    const path = join(dir, name);
    Deno.writeTextFileSync(path, text + "\n");
    return path;
  });
}
