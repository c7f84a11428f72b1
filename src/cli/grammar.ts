/**
 * The words of a command line: what the parser knows, the help and the man page tell, and shells
 * complete.
 * @module
 */

/** A subcommand. */
export interface Verb {
  readonly name: string;
  /** What can stand behind it, and what that does. */
  readonly usages: readonly (readonly [words: string, help: string])[];
  /** When it ends with which exit code. */
  readonly exits: string;
}

/** The subcommands, in the order of the help. */
export const VERBS = [
  {
    name: "serve",
    usages: [["[serve] [options]", "speak MCP over stdin and stdout, or HTTP"]],
    exits: "0 when the client has gone or a signal has said stop, 1 when HTTP can take no more connections",
  },
  {
    name: "call",
    usages: [
      ["call TOOL '{json}'", "one call; exit 0 found, 1 nothing found, 2 error"],
      ["call TOOL -", "the same with the JSON from stdin: no shell's quotes"],
      ["call TOOL WORD …", "the same as a shell user types it: call search_content TODO src"],
      ["call TOOL --flag value …", "the same with flags; fossick call TOOL --help lists them"],
    ],
    exits:
      "0 something found, 1 nothing found, 2 an error, or nothing found before a limit or the time cut the call; " +
      "0 when a --watch is interrupted",
  },
  { name: "tools", usages: [["tools [--json]", "the tools and their schemas"]], exits: "0" },
  {
    name: "doctor",
    usages: [["doctor [--json]", "what is permitted; exit 0 when the sandbox is in force"]],
    exits:
      "0 when the sandbox is in force and a file was read, 1 when it is wider than it needs to be, or reading fails",
  },
  {
    name: "completions",
    usages: [["completions bash|zsh|fish", "a script that teaches the shell to complete these words"]],
    exits: "0",
  },
  { name: "man", usages: [["man", "the manual page, for man -l -"]], exits: "0" },
  { name: "help", usages: [], exits: "0" },
  { name: "version", usages: [], exits: "0" },
] as const satisfies readonly Verb[];

/** The name of a subcommand. */
export type VerbName = typeof VERBS[number]["name"];

/** Shells that completions can be had for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of them. */
export type Shell = typeof SHELLS[number];

/** A word with dashes. */
export interface Flag {
  /** Without its dashes. */
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  /** What stands for its value; absent: it takes none. */
  readonly value?: string;
  /** Values to offer. */
  readonly choices?: readonly string[];
  /** The value is several, with commas between them. */
  readonly list?: boolean;
  /** The value may be a path. */
  readonly path?: "file" | "directory";
  /** It holds unless `--no-NAME` is said. */
  readonly on?: boolean;
}

/** A flag's name as help writes it: `--hidden`, `--[no-]regex`. */
export function dashed({ name, on }: Flag): string {
  return on ? `--[no-]${name}` : `--${name}`;
}

/** Options without a value. */
export const SWITCHES: readonly Flag[] = [
  { name: "json", help: "answer as JSON, whoever reads" },
  { name: "text", help: "answer as text, whoever reads; else text on a terminal, JSON elsewhere" },
  { name: "watch", help: "call: again whenever something below a root changes, until interrupted" },
  { name: "help", short: "h", help: "usage; behind call TOOL, that tool's" },
  { name: "version", short: "V", help: "the version" },
];
