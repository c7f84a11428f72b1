/**
 * Completions for fish 3.0 or later.
 * @module
 */
import { type HostWords, valuedOptions, type Vocabulary, type Word } from "./vocabulary.ts";
import { type Verb, VERBS } from "../../src/cli/command_line/grammar.ts";

/** The script. */
export function fishCompletions(words: Vocabulary): string {
  return [
    "# Completions of fossick for fish: a file of ~/.config/fish/completions",
    FINDER.replace("VALUED", valuedOptions(words).join(" ")),
    "complete -c fossick -f",
    ...VERBS.map(verbLine),
    ...words.hosts.map(hostLine),
    ...words.shared.map((flag) => flagLine("", flag)),
    ...words.profiles.flatMap(({ name, tools }) => [
      optionLine(`-n '__fossick_profile ${name}' -l tools -x`, `(__fish_append , ${tools.map(named).join(" ")})`),
      ...tools.map((tool) => toolLine(name, tool)),
      ...tools.flatMap((tool) =>
        tool.flags.map((flag) => flagLine(` -n '__fossick_calls ${name} ${tool.name}'`, flag))
      ),
    ]),
  ].join("\n");
}

function named({ name }: { readonly name: string }): string {
  return name;
}

function verbLine({ name, usages }: Verb): string {
  return `complete -c fossick -n __fossick_is_empty -a ${name} -d ${quoted(usages[0]?.[1].en ?? "")}`;
}

function hostLine({ id, name }: HostWords): string {
  return `complete -c fossick -n '__fossick_awaits config' -a ${id} -d ${quoted(name)}`;
}

function toolLine(profile: string, { name, title }: { readonly name: string; readonly title: string }): string {
  const when = quoted(`__fossick_awaits call; and __fossick_profile ${profile}`);
  return `complete -c fossick -n ${when} -a ${name} -d ${quoted(title)}`;
}

function optionLine(words: string, values: string): string {
  return `complete -c fossick ${words} -a ${quoted(values)}`;
}

function flagLine(when: string, flag: Word): string {
  const short = flag.short === undefined ? "" : ` -s ${flag.short}`;
  return `complete -c fossick${when} -l ${flag.name}${short}${valueOf(flag)} -d ${quoted(flag.help)}`;
}

/** The flags for an option's value. The tools of each profile are offered by another line. */
function valueOf({ name, value, choices, isList: list, path }: Word): string {
  if (value === undefined) return "";
  if (name === "tools") return " -x";
  if (choices !== undefined) {
    return ` -x -a ${quoted(list ? `(__fish_append , ${choices.join(" ")})` : choices.join(" "))}`;
  }
  if (path === "directory") return " -x -a '(__fish_complete_directories)'";
  return path === "file" ? " -r -F" : " -x";
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}

const FINDER = `# The profile, then the words that are no options and no values of options.
function __fossick_line
    set -l profile default
    set -l words
    set -l option
    for word in (commandline -opc)[2..-1]
        if set -q option[1]
            test $option = --profile; and set profile $word
            set option
            continue
        end
        switch $word
            case '--profile=*'
                set profile (string replace -- --profile= '' $word)
            case VALUED
                set option $word
            case '-*'
            case '*'
                set words $words $word
        end
    end
    printf '%s\\n' $profile $words
end
function __fossick_is_empty
    test (count (__fossick_line)) -eq 1
end
function __fossick_awaits
    set -l line (__fossick_line)
    test (count $line) -eq 2; and test $line[2] = $argv[1]
end
function __fossick_profile
    set -l line (__fossick_line)
    test $line[1] = $argv[1]
end
function __fossick_calls
    set -l line (__fossick_line)
    test (count $line) -ge 3; and test "$line[1..3]" = "$argv[1] call $argv[2]"
end`;
