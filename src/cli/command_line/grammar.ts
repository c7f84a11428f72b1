/**
 * The words of the command line, from which parser, help and completions are made.
 * @module
 */
import type { SentenceKey } from "../../model/messages/messages.ts";

/** A subcommand. */
export interface Verb {
  readonly name: string;
  /** How it is written, and the key of its help; absent: help and version, which are options as well. */
  readonly usage?: readonly [words: string, help: SentenceKey];
}

/** The subcommands, in the order of the help. */
export const VERBS = [
  { name: "serve", usage: ["[serve] [options]", "help.serve"] },
  { name: "call", usage: ["call TOOL [WORD …] [--flag value …]", "help.call"] },
  { name: "tools", usage: ["tools [TOOL] [--json]", "help.tools"] },
  { name: "doctor", usage: ["doctor [--json]", "help.doctor"] },
  { name: "config", usage: ["config [HOST] [options]", "help.config"] },
  { name: "help" },
  { name: "version" },
] as const satisfies readonly Verb[];

/** The name of a subcommand. */
export type VerbName = typeof VERBS[number]["name"];

/** An option as help and completions show it. */
export interface Flag {
  /** Without dashes. */
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  /** Placeholder of its value; absent: it takes none. */
  readonly value?: string;
  /** Its only values. */
  readonly choices?: readonly string[];
  /** Whether the value is a list with commas. */
  readonly isList?: boolean;
  /** Whether it applies unless `--no-NAME` is given. */
  readonly isOnByDefault?: boolean;
}

/** Options without a value. */
export const SWITCHES: readonly { readonly name: string; readonly short?: string; readonly help: SentenceKey }[] = [
  { name: "json", help: "help.output" },
  { name: "text", help: "help.output" },
  { name: "watch", help: "help.watch" },
  { name: "help", short: "h", help: "help.help" },
  { name: "version", short: "V", help: "help.version" },
];
