/**
 * Completions for bash 3.2 (the version of macOS) or later.
 * @module
 */
import { valuedOptions, type Vocabulary, type Word } from "./vocabulary.ts";
import { VERBS } from "../../src/cli/command_line/grammar.ts";

/** The script. Functions print the words; `_fossick` parses the line and selects among them. */
export function bashCompletions(words: Vocabulary): string {
  return [
    "# Completions of fossick for bash: source fossick.bash",
    `_fossick_verbs='${VERBS.map(({ name }) => name).join(" ")}'`,
    `_fossick_hosts='${words.hosts.map(({ id }) => id).join(" ")}'`,
    `_fossick_options='${dashed(words.shared)}'`,
    choice("_fossick_tools", words.profiles.map(({ name, tools }) => [name, namesOf(tools)])),
    choice("_fossick_flags", eachTool(words).map(({ key, flags }) => [key, dashed(flags)])),
    "# Words that an option's value can be: @files, @directories, or a list where a comma goes before them.",
    choice("_fossick_values", values(words)),
    `_fossick_takes_value() { case $1 in ${valuedOptions(words).join("|")}) ;; *) return 1 ;; esac; }`,
    FINDER,
    "complete -o bashdefault -o default -F _fossick fossick",
  ].join("\n");
}

function namesOf(all: readonly { readonly name: string }[]): string {
  return all.map(({ name }) => name).join(" ");
}

/** The option with its dashes, and its short form. */
function dashed(flags: readonly Word[]): string {
  return flags.flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]).join(" ");
}

function eachTool({ profiles }: Vocabulary) {
  return profiles.flatMap(({ name, tools }) => tools.map((tool) => ({ key: `${name}/${tool.name}`, ...tool })));
}

/** A function that prints the line of the first pattern that its argument matches. */
function choice(name: string, lines: readonly (readonly [pattern: string, line: string])[]): string {
  return [
    `${name}() {`,
    "  case $1 in",
    ...lines.map(([pattern, line]) => `    ${pattern}) echo '${line}' ;;`),
    "  esac",
    "}",
  ].join("\n");
}

/** The values by profile, tool and option. */
function values(words: Vocabulary): [string, string][] {
  const tools = words.profiles.map(({ name, tools }): [string, string] => [`${name}/*/--tools`, `, ${namesOf(tools)}`]);
  const own = eachTool(words).flatMap(({ key, flags }) => flags.flatMap((flag) => value(`${key}/`, flag)));
  return [...tools, ...words.shared.flatMap((flag) => value("*/", flag)), ...own];
}

function value(where: string, { name, choices, isList: list, path }: Word): [string, string][] {
  const words = choices?.join(" ") ?? (path === "directory" ? "@directories" : path === "file" ? "@files" : undefined);
  return words === undefined ? [] : [[`${where}--${name}`, list && choices ? `, ${words}` : words]];
}

const FINDER = `_fossick() {
  local cur=\${COMP_WORDS[COMP_CWORD]} word option= verb= tool= profile=default words= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash takes --lang=en for three words, and host:80 too.
    if [[ $word == "=" ]]; then continue; fi
    if [[ $word == ":" ]]; then ((i++)); continue; fi
    if [[ -n $option ]]; then
      if [[ $option == --profile ]]; then profile=$word; fi
      option=
    elif _fossick_takes_value "$word"; then option=$word
    elif [[ $word == -* ]]; then continue
    elif [[ -z $verb ]]; then verb=$word
    elif [[ -z $tool ]]; then tool=$word
    fi
  done
  if [[ $cur == "=" ]]; then cur=; fi
  if [[ -n $option ]]; then _fossick_value "$(_fossick_values "$profile/$tool/$option")"; return; fi
  if [[ $cur == -* ]]; then
    words=$_fossick_options
    if [[ $verb == call ]]; then words="$words $(_fossick_flags "$profile/$tool")"; fi
  elif [[ -z $verb ]]; then words=$_fossick_verbs
  elif [[ -n $tool ]]; then words=
  elif [[ $verb == call ]]; then words=$(_fossick_tools "$profile")
  elif [[ $verb == config ]]; then words=$_fossick_hosts
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [[ $verb != call ]]; then compopt +o default +o bashdefault 2>/dev/null; fi
}

_fossick_value() {
  local IFS=$' \\n' first=
  case $1 in
    @files) return ;;
    @directories) IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2>/dev/null ;;
    ", "*)
      if [[ $cur == *,* ]]; then first=\${cur%,*},; fi
      COMPREPLY=($(compgen -P "$first" -W "\${1#, }" -- "\${cur##*,}")) ;;
    *) COMPREPLY=($(compgen -W "$1" -- "$cur")) ;;
  esac
  compopt +o default +o bashdefault 2>/dev/null
}`;
