/**
 * Completions of fossick's words, from the tables of the command line, for bash and fish.
 * @module
 */
import { join } from "@std/path";
import { PROFILES, VERBS } from "../../src/cli/command_line/settings.ts";
import { type Flag, toolFlags } from "../../src/cli/command_line/tool_flags.ts";
import { HOST_IDS } from "../../src/cli/config/hosts.ts";
import { optionFlags } from "../../src/cli/help.ts";
import { toolsOf } from "../../src/toolsets/profiles.ts";
import type { Tool } from "../../src/toolsets/tool.ts";

/** The tools of all profiles; of two with one name, the first. */
const TOOLS = PROFILES.flatMap((profile) => toolsOf(profile)).filter(({ name }, i, all) =>
  all.findIndex((tool) => tool.name === name) === i
);
const TOOL_NAMES = TOOLS.map(({ name }) => name).join(" ");

/** Writes both scripts into `dir` and returns their paths. */
export function writeCompletions(dir: string): string[] {
  return Object.entries({ "fossick.bash": bashCompletions(), "fossick.fish": fishCompletions() }).map(
    ([name, text]) => {
      const path = join(dir, name);
      Deno.writeTextFileSync(path, text + "\n");
      return path;
    },
  );
}

/** A flag that is on by default is completed as its negation too. */
function spellings({ name, isOnByDefault }: Flag): string[] {
  return isOnByDefault ? [`--${name}`, `--no-${name}`] : [`--${name}`];
}

/** The script for bash 3.2 (the version of macOS) or later. */
export function bashCompletions(): string {
  const shared = optionFlags("en"), choices = new Map<string, Set<string>>();
  for (const { name, choices: values = [] } of [...shared, ...TOOLS.flatMap(toolFlags)]) {
    if (values.length > 0) choices.set(name, (choices.get(name) ?? new Set()).union(new Set(values)));
  }
  return [
    "# Completions of fossick for bash: source fossick.bash",
    "_fossick() {",
    '  local cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} line=" ${COMP_WORDS[*]} " words=',
    "  COMPREPLY=()",
    "  case $before in",
    ...[...choices].map(([name, values]) => `    --${name}) words='${[...values].join(" ")}' ;;`),
    `    fossick) words='${VERBS.join(" ")}' ;;`,
    `    call) words='${TOOL_NAMES}' ;;`,
    `    config) words='${HOST_IDS.join(" ")}' ;;`,
    "  esac",
    "  if [[ $cur == -* ]]; then",
    `    words='${shared.flatMap(spellings).join(" ")}'`,
    "    case $line in",
    ...TOOLS.map((tool) => `      *" call ${tool.name} "*) words="$words ${flagsOf(tool).join(" ")}" ;;`),
    "    esac",
    "  fi",
    '  if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$cur")); fi',
    "}",
    "complete -o bashdefault -o default -F _fossick fossick",
  ].join("\n");
}

function flagsOf(tool: Tool): string[] {
  return toolFlags(tool).flatMap(spellings);
}

/** The script for fish 3.0 or later. */
export function fishCompletions(): string {
  const line = (when: string, words: string, help = "") =>
    `complete -c fossick${when && ` -n ${quoted(when)}`} ${words}${help && ` -d ${quoted(help)}`}`;
  const flags = (when: string, all: readonly Flag[]) =>
    all.flatMap((flag) => spellings(flag).map((name) => line(when, `-l ${name.slice(2)}${valueOf(flag)}`, flag.help)));
  const first = "__fish_use_subcommand", after = (verb: string) => `__fish_seen_subcommand_from ${verb}`;
  return [
    "# Completions of fossick for fish: a file of ~/.config/fish/completions",
    ...VERBS.map((name) => line(first, `-f -a ${name}`)),
    line(after("config"), `-f -a ${quoted(HOST_IDS.join(" "))}`),
    line(after("call"), `-a ${quoted(TOOL_NAMES)}`),
    ...flags("", optionFlags("en")),
    ...TOOLS.flatMap((tool) => flags(after(tool.name), toolFlags(tool))),
  ].join("\n");
}

function valueOf({ value, choices }: Flag): string {
  return value === undefined ? "" : choices === undefined ? " -r" : ` -x -a ${quoted(choices.join(" "))}`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
