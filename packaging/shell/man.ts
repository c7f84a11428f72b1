/**
 * The manual page, generated from the tables of the command line's parser.
 * @module
 */
import { type Profile, toolsOf } from "../../src/toolsets/profiles.ts";
import type { Tool } from "../../src/toolsets/tool.ts";
import { argumentFlags, hiddenArguments, LIST_RULE, sharedFlags } from "../../src/cli/help/help_flags.ts";
import { dashed, type Flag, type Verb, type VerbName, VERBS } from "../../src/cli/command_line/grammar.ts";
import { PROFILES } from "../../src/cli/command_line/settings.ts";
import { shellExample } from "../../src/cli/command_line/shell_spelling.ts";
import { VERSION } from "../../src/cli/version.ts";

/** The page in roff, with the `man` macros. It has the version instead of a date. */
export function manPage(): string {
  return [
    `.TH FOSSICK 1 "" "fossick ${VERSION}" "User Commands"`,
    ".SH NAME",
    "fossick \\- find, search and read files for a model,",
    "and nothing outside the roots",
    ".SH SYNOPSIS",
    ...VERBS.flatMap(synopsis),
    ".SH DESCRIPTION",
    ...DESCRIPTION.flatMap((paragraph, i) => [...(i > 0 ? [".PP"] : []), ...prose(paragraph)]),
    ".SH OPTIONS",
    ...prose("They may stand before and after the subcommand."),
    ...sharedFlags("en").flatMap(flagLines),
    ...PROFILES.flatMap(profileLines),
    ".SH EXIT STATUS",
    ...VERBS.flatMap(({ name }) => item(`\\fB${text(name)}\\fR`, EXITS[name])),
    ".PP",
    ...prose("A mistake on the command line, or a root that can't be served, gives 2 with every subcommand."),
    ".PP",
    ...prose(
      "70: a thread of the engine has died or does not stop. No other can be started, since the permission for it has " +
        "been given up; stderr says what happened.",
    ),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, what]) => item(`\\fB${text(name)}\\fR`, what)),
    ".SH EXAMPLES",
    ...EXAMPLES.flatMap(([line, what], i) => [...(i > 0 ? [".PP"] : []), ...prose(what), ...literal(line)]),
    ".SH SEE ALSO",
    ".BR rg (1),",
    ".BR fd (1),",
    ".BR deno (1)",
  ].join("\n");
}

const DESCRIPTION = [
  "fossick is a tool server for language models (MCP): it finds, searches and reads the files below one directory, " +
  "and can reach nothing else. It answers in the form that costs the fewest tokens.",
  "From a shell or a CI job, call does one call of one tool. On a terminal the answer is text: every match on a line " +
  "of its own as path:line:text, with colours, so that it can be clicked, copied and piped like grep's; elsewhere it " +
  "is JSON. A call by flags that names neither roots nor files looks everywhere below the root.",
  "config prints how a host, such as Claude Code or VS Code, is to start this copy: the host's own command, or the block " +
  "of its settings file. It writes nothing. Where the output is no terminal, all but the host's first command are " +
  "comments, so that a shell can carry it out.",
  LIST_RULE.en,
];

const EXITS: Readonly<Record<VerbName, string>> = {
  serve: "0 when the client has gone or a signal has said stop, 1 when HTTP can take no more connections",
  call: "0 something found, 1 nothing found, 2 an error, or nothing found before a limit or the time cut the call; " +
    "0 when a --watch is interrupted",
  tools: "0",
  doctor:
    "0 when the sandbox is in force and a file was read, 1 when it is wider than it needs to be, or reading fails, " +
    "2 when a root can't be served",
  config: "0",
  help: "0",
  version: "0",
};

const ENVIRONMENT: readonly (readonly [name: string, what: string])[] = [
  ["NO_COLOR", "Where it is set and not empty, no colours are shown unless --color=always. Needs no permission."],
  ["FOSSICK_TOKEN", "The bearer token of HTTP clients. Seen only with --allow-env=FOSSICK_TOKEN."],
  ["FOSSICK_API_KEY", "The key of the model behind --provider-url. Seen only with --allow-env=FOSSICK_API_KEY."],
];

const EXAMPLES: readonly (readonly [line: string, what: string])[] = [
  ["fossick --root /my/project", "Serves a project to an MCP host."],
  ["fossick config claude-code", "Prints the command that adds the server to Claude Code."],
  ["fossick call search_content --query TODO", "Shows the lines of this directory's files that say TODO."],
  [
    "fossick call search_content --query TODO --total-only --watch",
    "Shows how many they are, whenever that may change.",
  ],
  ["fossick call search_content --query TODO --text --color=always | less -R", "Shows them in a pager, in colour."],
];

function synopsis({ usages }: Verb): string[] {
  return usages.flatMap(([words, help]) => item(`\\fB${text(`fossick ${words}`)}\\fR`, help.en));
}

function flagLines(flag: Flag): string[] {
  const { short, value, help } = flag, long = `\\fB${text(dashed(flag))}\\fR`;
  const both = short === undefined ? long : `\\fB${text(`-${short}`)}\\fR, ${long}`;
  return item(value === undefined ? both : `${both} \\fI${text(value)}\\fR`, help);
}

function profileLines(profile: Profile): string[] {
  const title = profile === "default" ? "TOOLS" : `TOOLS OF --profile ${profile}`;
  return [`.SH ${text(title)}`, ...toolsOf(profile).flatMap((tool) => toolLines(tool, profile))];
}

function toolLines(tool: Tool, profile: Profile): string[] {
  return [
    `.SS ${text(tool.name)}`,
    ...plain(tool.description).flatMap((line, i) => [...(i > 0 ? [".br"] : []), ...prose(line)]),
    ...argumentFlags(tool, "en").flatMap(flagLines),
    ...hiddenArguments(tool, "en").flatMap((rule) => [".PP", ...prose(rule)]),
    ".PP",
    ...prose("For example:"),
    ...literal(shellExample(profile, tool)),
  ];
}

/** The lines of a description, without the emoji for models. */
function plain(description: string): string[] {
  return description.replace(/\p{Extended_Pictographic}\uFE0F?\s*/gu, "").split("\n");
}

/** A term in roff, and its explanation in plain text. */
function item(term: string, meaning: string): string[] {
  return [".TP", term, ...prose(meaning)];
}

/** A literal line. */
function literal(line: string): string[] {
  return [".RS 4", ".nf", text(line), ".fi", ".RE"];
}

/** Wraps source lines at 80 characters where words allow it. */
function prose(words: string): string[] {
  return (text(words).match(/.{1,78}(?:\s|$)|\S+/g) ?? []).map((line) => guarded(line.trim()));
}

/** Escapes text for roff: dashes stay ASCII, so that they can be copied; other characters are named. */
function text(plain: string): string {
  const readable = plain.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/[^\n -~]/gu, named);
  return guarded(readable);
}

function named(char: string): string {
  return `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** Protects characters that would be roff requests at the beginning of a line. */
function guarded(line: string): string {
  return line.replace(/^(?=[.'])/, "\\&");
}
