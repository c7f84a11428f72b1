/**
 * The ways to add this copy of fossick to a host, with paths and options filled in.
 * @module
 */
import { join } from "@std/path/posix";
import { isNpmCommand } from "../command_line/start_command.ts";
import { type Block, type Command, type Host, type Part, type Platform, type Words, WORKSPACE } from "./hosts.ts";

/** One way, ready to carry out. */
export interface Step {
  readonly scope: Part["scope"];
  readonly opens: Part["opens"];
  /** The directories that are opened; `WORKSPACE` for the host's own variable; empty for the one where it is started. */
  readonly roots: readonly string[];
  /** The project: where a command is run, and where the file is. */
  readonly project: string;
  /** The command that starts fossick. */
  readonly server: Words;
  readonly how: Command | Block;
}

/** Where and how fossick is to run. */
export interface StepContext {
  /** The directories to open, with full paths; empty: the project's. */
  readonly roots: readonly string[];
  /** The project if no directories are given. */
  readonly cwd: string;
  readonly platform: Platform;
  /** The words that start fossick on directories, or on the one in which it is started if there are none. */
  readonly start: (roots: readonly string[]) => Words;
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
}

/** The steps of a host, its own command first. */
export function configSteps(host: Host, context: StepContext): Step[] {
  return host.parts.map((part) => stepOf(part, context));
}

function stepOf({ scope, opens, how }: Part, { roots: given, cwd, platform, start, variables }: StepContext): Step {
  const isGiven = given.length > 0, fixed = isGiven ? given : [cwd], [project = cwd] = fixed;
  const roots = isGiven || opens === "fixed" ? fixed : opens === "workspace" ? [WORKSPACE] : [];
  const server = wordsOn(platform, start(roots));
  return {
    scope,
    opens: isGiven ? "fixed" : opens,
    roots,
    project,
    server,
    how: placed(how({ words: server, variables }, platform), scope, project),
  };
}

/** Hosts on Windows start programs, and what npm puts on the PATH is a script of its shell. */
function wordsOn(platform: Platform, words: Words): Words {
  return platform === "windows" && isNpmCommand(words[0]) ? ["cmd", "/c", ...words] : words;
}

/** Gives a project's file its full path. */
function placed(how: Command | Block, scope: Part["scope"], project: string): Command | Block {
  return "block" in how && how.file !== undefined && scope === "project"
    ? { ...how, file: join(project, how.file) }
    : how;
}
