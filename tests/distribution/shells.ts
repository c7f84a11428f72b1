/**
 * Asks real shells which completions they offer for a line.
 * @module
 */
import { type CommandLine, runToEnd } from "../program.ts";
import type { Shell } from "../../packaging/shell/files.ts";

/** The words that `shell` offers after each of `lines`, sorted. */
export async function offeredBy(
  shell: Shell,
  script: string,
  lines: readonly string[],
  cwd: string,
): Promise<string[][]> {
  const file = `${cwd}/completions.${shell}`, asker = `${cwd}/ask.${shell}`;
  await Deno.writeTextFile(file, script);
  await Deno.writeTextFile(asker, ASKERS[shell]);
  const { code, stdout, stderr } = await runToEnd([...STARTS[shell], asker, file, ...lines], { cwd });
  if (code !== 0) throw new Error(`${shell}: ${stderr}`);
  return stdout.split("\0").slice(1).map((words) => [...words.matchAll(/<([^<>]*)>/g)].map(([, word]) => word).sort());
}

/** Whether a program is on this machine. */
export async function hasShell(program: string): Promise<boolean> {
  try {
    return (await runToEnd([program, "--version"])).code === 0;
  } catch {
    return false;
  }
}

const STARTS: Readonly<Record<Shell, CommandLine>> = {
  bash: ["bash", "--norc", "--noprofile"],
  zsh: ["zsh", "-f"],
  fish: ["fish", "--no-config"],
};

// Each prints, for every line, a NUL and the words in angle brackets.
const ASKERS: Readonly<Record<Shell, string>> = {
  // bash passes the words of the line to a function, split at = and : too.
  bash: `
    source "$1"; shift
    for line; do
      read -ra COMP_WORDS <<< "\${line//=/ = }"
      if [[ $line == *[\\ =] ]]; then COMP_WORDS+=(""); fi
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _fossick
      printf '\\0'; if ((\${#COMPREPLY[@]})); then printf '<%s>' "\${COMPREPLY[@]}"; fi
    done`,
  // zsh completes only in its line editor, so it runs on a pseudo-terminal with a compadd that prints its words.
  zsh: `
    zmodload zsh/zpty
    zpty z zsh -f -i
    zpty -w z "PROMPT=; autoload -Uz compinit; compinit -u -D; source $1"; shift
    zpty -w z 'compadd() {
      if [[ " $* " == *" -"[OAD]" "* ]]; then builtin compadd "$@"; return; fi
      local -a hits; builtin compadd -A hits "$@"; print -rl -- "<"\${^hits}">"; builtin compadd "$@"
    }
    asked() { print -r "ASK""ED"; comppostfuncs=(asked) }; comppostfuncs=(asked)
    bindkey "^I" complete-word; zstyle ":completion:*" insert-tab false; print REA""DY'
    zpty -r -m z out '*READY*'
    for line; do
      zpty -n -w z $'\\x15'"$line"$'\\t'
      zpty -r -m z out '*ASKED*'
      printf '\\0%s' "$out"
    done
    zpty -d z`,
  fish: `
    source $argv[1]
    for line in $argv[2..-1]
      printf '\\0'
      for word in (complete -C $line); printf '<%s>' (string split \\t -- $word)[1]; end
    end`,
};
