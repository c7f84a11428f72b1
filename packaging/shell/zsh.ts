/**
 * Completions for zsh.
 * @module
 */
import { quoteForPosix } from "../../src/cli/command_line/shell_quoting.ts";
import { valuedOptions, type Vocabulary, type Word } from "./vocabulary.ts";
import { type Verb, VERBS } from "../../src/cli/command_line/grammar.ts";

/** The script, for a directory of $fpath (as `_fossick`) or for `source`. */
export function zshCompletions(words: Vocabulary): string {
  const tools = words.profiles.flatMap(({ name, tools }) =>
    tools.map((tool) => ({ key: `${name}/${tool.name}`, tool }))
  );
  return [
    "#compdef fossick",
    "# Completions of fossick for zsh: a file of a directory of $fpath",
    describe("_fossick_verbs", "subcommand", [["*", VERBS.map(described)]]),
    describe("_fossick_tools", "tool", words.profiles.map(({ name, tools }) => [name, tools.map(titled)])),
    "_fossick() {",
    FINDER.replace("VALUED", valuedOptions(words).join("|")),
    `  local -a specs=(\n${words.shared.map(spec).join("\n")}\n  )`,
    "  case $verb:$profile/$tool in",
    ...tools.map(({ key, tool }) => `    call:${key}) specs+=(\n${tool.flags.map(spec).join("\n")}\n    ) ;;`),
    "  esac",
    ROUTER.replace("HOSTS", words.hosts.map(({ id }) => id).join(" ")),
    "}",
    'if [[ $funcstack[1] == _fossick ]]; then _fossick "$@"; else compdef _fossick fossick; fi',
  ].join("\n");
}

function described({ name, usages }: Verb): string {
  return `${name}:${usages[0]?.[1].en ?? ""}`;
}

function titled({ name, title }: { readonly name: string; readonly title: string }): string {
  return `${name}:${title}`;
}

/** A function that offers the words of the pattern that $profile matches. */
function describe(name: string, what: string, lists: readonly (readonly [pattern: string, words: string[]])[]): string {
  const cases = lists.map(([pattern, words]) => `    ${pattern}) list=(${words.map(quoteForPosix).join(" ")}) ;;`);
  return [`${name}() {`, "  local -a list", "  case $profile in", ...cases, "  esac", `  _describe ${what} list`, "}"]
    .join("\n");
}

/** An option in the syntax of `_arguments`: `*--root=[what it does]:DIR:_directories`. */
function spec(flag: Word): string {
  const { name, short, help, value } = flag;
  const text = `[${help.replace(/[[\]\\]/g, "\\$&")}]`;
  if (short !== undefined) return `    '(-${short} --${name})'{-${short},--${name}}${quoteForPosix(text)}`;
  if (value === undefined) return `    ${quoteForPosix(`--${name}${text}`)}`;
  const again = flag.isList || help.includes("repeatable") ? "*" : "";
  return `    ${quoteForPosix(`${again}--${name}=${text}:${value.replace(/[:\\]/g, "\\$&")}:${action(flag)}`)}`;
}

function action({ name, choices = [], isList: list, path }: Word): string {
  if (name === "tools") return "_sequence _fossick_tools";
  if (choices.length > 0 && list) return `_sequence compadd - ${choices.join(" ")}`;
  if (choices.length > 0) return `(${choices.join(" ")})`;
  return path === "directory" ? "_directories" : path === "file" ? "_files" : " ";
}

const FINDER = `  local verb tool profile=default word option
  integer i
  for (( i = 2; i < CURRENT; i++ )); do
    word=$words[i]
    if [[ -n $option ]]; then
      [[ $option == --profile ]] && profile=$word
      option=
      continue
    fi
    case $word in
      --profile=*) profile=\${word#*=} ;;
      VALUED) option=$word ;;
      -*) ;;
      *) if [[ -z $verb ]]; then verb=$word; elif [[ -z $tool ]]; then tool=$word; fi ;;
    esac
  done`;

const ROUTER = `  case $verb in
    call) _arguments -S $specs '1:subcommand:_fossick_verbs' '2:tool:_fossick_tools' '3:arguments as JSON: ' ;;
    config) _arguments -S $specs '1:subcommand:_fossick_verbs' '2:host:(HOSTS)' ;;
    *) _arguments -S $specs '1:subcommand:_fossick_verbs' ;;
  esac`;
