/**
 * `fossick config HOST`: the host's own command that adds this copy of fossick, or the block of its settings file. It
 * reads nothing, writes nothing and needs no permission.
 * @module
 */
import { join } from "@std/path/posix";
import { rootPath } from "../../door/roots.ts";
import { textContent } from "../../format/safe_text.ts";
import { type Lang, say, type SentenceKey } from "../../model/messages/messages.ts";
import type { ConfigCommand } from "../command_line/parse_command_line.ts";
import { type Settings, wrongValue } from "../command_line/settings.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { NPX_PACKAGE } from "../command_line/npx_package.ts";
import {
  carriedOptions,
  isNpmCommand,
  type RunningProgram,
  runningProgram,
  startCommand,
  typedWords,
  workingDirectory,
} from "../command_line/start_command.ts";
import { KEY_VARIABLE, neededGrants } from "../permissions.ts";
import { refuseUnexpanded } from "../start/served_roots.ts";
import { printErrorLine, printLine } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import * as hosts from "./hosts.ts";

/** The machine, as far as it is known without a permission. */
export interface Machine {
  readonly program: RunningProgram;
  readonly cwd: string;
  readonly platform: hosts.Platform;
}

/** The machine on which this process runs. */
function thisMachine(): Machine {
  const { os } = Deno.build, platform = os === "windows" || os === "darwin" ? os : "linux";
  return { program: runningProgram(), cwd: workingDirectory(), platform };
}

/** A part of the output. In a pipe only the texts to copy are the output; the sentences are for the person. */
export interface Printed {
  readonly text: string;
  readonly isCopied: boolean;
}

/**
 * Prints the output. In a pipe stdout has the first text to copy alone: a shell that reads it carries out the command,
 * and a settings file that it is written to is valid.
 */
export function printConfig(command: ConfigCommand): void {
  const forProgram = command.output === undefined && !Deno.stdout.isTerminal();
  for (const { text, isCopied } of configOutput(command, forProgram)) {
    (isCopied || !forProgram ? printLine : printErrorLine)(text);
  }
}

/**
 * The output, by lines and texts to copy.
 * @param forProgram whether a program may read it: a shell, or one that writes it into a file
 * @throws UsageError
 */
export function configOutput(command: ConfigCommand, forProgram: boolean, machine = thisMachine()): Printed[] {
  const { host: name, settings: { lang, http }, output } = command, isJson = output === "json";
  const whole = (text: string) => [{ text, isCopied: true }];
  if (name === "") return whole(hostList(isJson, lang, machine));
  const host = hosts.ALL_HOSTS.find(({ id, name: known }) => [id, known.toLowerCase()].includes(name.toLowerCase()));
  if (host === undefined) throw wrongValue("config", hosts.HOST_IDS.join("|"), name);
  if (http !== undefined) throw new UsageError("usage.not_with", { option: "--http", other: "config" });
  const steps = configSteps(host, command.settings, machine);
  if (isJson) return whole(JSON.stringify({ host: host.id, name: host.name, steps: steps.map(stepData) }));
  const byNpx = steps.some(({ server }) => server.includes(NPX_PACKAGE));
  return steps.flatMap((step, i) => {
    const { before, after } = sentences(host.name, step, command.settings), isCopied = i === 0 || !forProgram;
    const line = (text: string) => ({ text: textContent(text && comment(text)), isCopied: false });
    const text = textContent(isCopied ? copied(step) : comment(copied(step)));
    const first = i > 0 ? [""] : byNpx ? [say(lang, "config.install", { package: NPX_PACKAGE, host: host.id })] : [];
    return [...[...first, ...before].map(line), { text, isCopied }, ...after.map(line)];
  });
}

function hostList(isJson: boolean, lang: Lang, { program }: Machine): string {
  if (isJson) return JSON.stringify(hosts.HOSTS.map(({ id, name }) => ({ host: id, name })));
  const line = quoteForShell([...typedWords(program), "config", "HOST"]);
  return [say(lang, "config.hosts", { line }), ...hosts.ALL_HOSTS.map(({ id, name }) => `  ${id.padEnd(15)} ${name}`)]
    .join("\n");
}

function comment(text: string): string {
  return text.replace(/^/gm, "# ");
}

/** One way to add fossick to a host, with paths and options filled in. */
export interface Step {
  readonly scope: hosts.Scope;
  readonly opens: hosts.Opens;
  /** The directories that are opened; `WORKSPACE` for the host's own variable; empty for the one where it is started. */
  readonly roots: readonly string[];
  /** The project: where a command is run, and where the file is. */
  readonly project: string;
  /** The command that starts fossick. */
  readonly server: hosts.Words;
  readonly needsTrust: boolean;
  readonly how: hosts.Command | hosts.Block;
}

/**
 * The steps of a host, its own command first.
 * @throws UsageError for a directory that this copy can't be started on
 */
export function configSteps({ ways }: hosts.Host, settings: Settings, { program, cwd, platform }: Machine): Step[] {
  const given = settings.given.get("root") ?? [], { providerUrl } = settings;
  refuseUnexpanded(given);
  const fixed = (given.length > 0 ? given : ["."]).map((root) => rootPath(root, cwd)), [project] = fixed;
  return ways.map((way) => {
    const [scope, , , , trust] = way, opens = given.length > 0 ? "fixed" : way[1];
    const roots = { fixed, workspace: [hosts.WORKSPACE], here: [] }[opens];
    const comma = roots.find((root) => root.includes(","));
    if (comma !== undefined && !program.isBinary) throw new UsageError("usage.comma", { root: comma });
    const grants = neededGrants({ providerUrl, roots: roots.length === 0 ? ["."] : roots });
    const words = startCommand(grants, carriedOptions(settings, roots, "color"), program);
    // Hosts on Windows start programs, and what npm puts on the PATH is a script of its shell.
    const server: hosts.Words = platform === "windows" && isNpmCommand(words[0]) ? ["cmd", "/c", ...words] : words;
    const how = hosts.filledIn(way, { words: server, variables: grants.env }, platform);
    const isOfProject = scope === "project" && "block" in how && how.file !== undefined;
    const placed = isOfProject ? { ...how, file: join(project, how.file ?? "") } : how;
    return { scope, opens, roots, project, server, needsTrust: trust !== undefined, how: placed };
  });
}

/** The text to copy: a command for a shell, or a block of a settings file. */
export function copied({ how }: Step): string {
  return "command" in how ? how.shell : how.block;
}

/** A step as data. It has no sentences, so it is the same in every language. */
function stepData({ scope, opens, roots, server, how }: Step) {
  return { scope, opens, roots, server, ...how };
}

/** The sentences before and after the text to copy, by lines. */
function sentences(host: string, step: Step, { lang, providerUrl }: Settings) {
  const { scope, opens, how, project: directory, server: [program], needsTrust } = step;
  const file = "block" in how ? how.file ?? "" : "", isNamed = program === "deno" || isNpmCommand(program);
  const names = { server: hosts.SERVER_NAME, key: hosts.COMMON_KEY, workspace: hosts.WORKSPACE };
  const values = { ...names, host, program, directory, file, roots: step.roots.join(", "), variable: KEY_VARIABLE };
  const told = (...keys: SentenceKey[]) => keys.map((key) => say(lang, key, values)).join(lang === "ja" ? "" : " ");
  const add = file ? "config.add" : "config.add_to_settings",
    run = scope === "project" ? "config.run_in" : "config.run";
  return {
    before: [told(`config.${scope}`, `config.${opens}`), told("block" in how ? add : run)],
    after: [
      ..."block" in how ? [told("config.merge", ...needsTrust ? ["config.trusted" as const] : [])] : [],
      ...scope === "app" && isNamed ? [told("config.full_path")] : [],
      ...providerUrl !== undefined ? [told("config.api_key")] : [],
    ],
  };
}
