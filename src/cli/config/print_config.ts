/**
 * `fossick config HOST`: the host's own command that adds this copy of fossick, or the block of its settings file. It
 * reads nothing, writes nothing and needs no permission.
 * @module
 */
import { textContent } from "../../format/safe_text.ts";
import { rootPath } from "../../door/roots.ts";
import { KEY_VARIABLE } from "../permissions.ts";
import { commaFreePlace, rootsAboveCommas } from "../command_line/comma_roots.ts";
import { neededGrants } from "../command_line/needed_grants.ts";
import type { ConfigCommand } from "../command_line/parse_command_line.ts";
import type { GivenOptions } from "../command_line/settings.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import { givenWords, optionWords } from "../command_line/shell_spelling.ts";
import {
  isNpmPackage,
  type RunningProgram,
  runningProgram,
  startCommand,
  takesGrants,
  typedLine,
} from "../command_line/start_command.ts";
import { refuseUnexpanded, rootWarnings } from "../start/served_roots.ts";
import { workingDirectory } from "../start/working_directory.ts";
import { padColumns } from "../terminal/column_width.ts";
import { notice, type Warning } from "../notices.ts";
import { printErrorLine, printLine } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import { configMessage } from "./config_messages.ts";
import { configSteps, type StepContext } from "./config_steps.ts";
import { configData, configText, type Printed } from "./config_text.ts";
import { findHost } from "./find_host.ts";
import { COMMON_KEY, type Host, HOSTS, OTHER_HOST, type Platform } from "./hosts.ts";

/** The machine, as far as it is known without a permission. */
export interface Machine {
  readonly program: RunningProgram;
  readonly cwd: string;
  readonly platform: Platform;
}

/** The machine on which this process runs. */
export function thisMachine(): Machine {
  const { os } = Deno.build, platform = os === "windows" || os === "darwin" ? os : "linux";
  return { program: runningProgram(), cwd: workingDirectory(), platform };
}

/**
 * Prints the output. In a pipe stdout has the first text to copy alone: a shell that reads it carries out the command,
 * and a settings file that it is written to is valid.
 */
export function printConfig(command: ConfigCommand): void {
  const forProgram = command.output === undefined && !Deno.stdout.isTerminal();
  const parts = configOutput(command, forProgram);
  for (const { text } of configWarnings(command)) {
    printErrorLine(textContent(notice(command.settings.lang, "warning", { what: text })));
  }
  for (const { text, isCopied } of parts) (isCopied || !forProgram ? printLine : printErrorLine)(text);
}

/**
 * The output, by lines and texts to copy.
 * @param forProgram whether a program may read it: a shell, or one that writes it into a file
 * @throws UsageError
 */
export function configOutput(command: ConfigCommand, forProgram: boolean, machine = thisMachine()): Printed[] {
  const { host: name, settings: { lang }, output } = command, isJson = output === "json";
  if (name === "") return whole(isJson ? JSON.stringify(HOSTS.map(listed)) : hostList(command, machine));
  const host = findHost(name, (id) => configLine(command, id));
  if (command.settings.http !== undefined) throw new UsageError("config_http", {}, configLine(command, host.id));
  const context = contextOf(command, host.id, machine), steps = configSteps(host, context);
  if (isJson) return whole(JSON.stringify(configData(host, steps, machine.platform)));
  const texts = { ...context, lang, cwd: machine.cwd, execPath: machine.program.execPath };
  const parts = configText(host, steps, texts, forProgram);
  return parts.map(({ text, isCopied }) => ({ text: textContent(text), isCopied }));
}

/** Output that has one part. */
function whole(text: string): Printed[] {
  return [{ text, isCopied: true }];
}

/** Warnings about roots that are too wide, as far as their paths show it. */
export function configWarnings({ settings: { lang, roots } }: ConfigCommand, cwd = workingDirectory()): Warning[] {
  return rootWarnings(roots.map((root) => ({ path: rootPath(root, cwd) })), lang);
}

function listed({ id, name }: Host) {
  return { host: id, name };
}

function hostList({ settings: { lang } }: ConfigCommand, { program }: Machine): string {
  const row = (id: string, name: string) => `  ${padColumns(id, 15)} ${name}`;
  return [
    configMessage(lang, "choose", { line: typedLine("fossick config HOST", program) }),
    ...HOSTS.map(({ id, name }) => row(id, name)),
    row(OTHER_HOST.id, configMessage(lang, "other", { key: COMMON_KEY })),
  ].join("\n");
}

/** @throws UsageError for a directory that this copy can't be started on */
function contextOf(command: ConfigCommand, id: string, { program, cwd, platform }: Machine): StepContext {
  const { settings: { providerUrl }, given } = command, options = carriedOptions(given);
  const roots = given.get("root") ?? [];
  refuseUnexpanded(roots, "unexpanded", (whole) => configLine(command, id, whole));
  return {
    roots: roots.map((root) => rootPath(root, cwd)),
    cwd: rootPath(cwd, cwd),
    platform,
    start(roots) {
      const comma = unstartableRoot(roots, program);
      if (comma !== undefined) {
        throw new UsageError("config_comma", { root: comma }, configLine(command, id, rootsAboveCommas(roots)));
      }
      const words = [...roots.flatMap((root) => optionWords("root", root)), ...options];
      return startCommand(neededGrants({ providerUrl, roots: roots.length === 0 ? ["."] : roots }), words, program);
    },
    variables: providerUrl === undefined ? [] : [KEY_VARIABLE],
  };
}

/** A root with a comma on which a host can't start this copy; undefined if there is none. */
function unstartableRoot(roots: readonly string[], program: RunningProgram): string | undefined {
  const comma = roots.find((root) => root.includes(","));
  if (comma === undefined || takesGrants(program)) return comma;
  // The program of the npm package starts Deno in another directory, if there is one that helps.
  return isNpmPackage(program.mainModule) && commaFreePlace(roots) === undefined ? comma : undefined;
}

/** The caller's options that the server takes, except the roots. */
function carriedOptions(given: GivenOptions): string[] {
  return givenWords([...given].filter(([name]) => !["root", "color", "http"].includes(name)));
}

/** The caller's own line for another host, or with other roots. */
function configLine({ given, output }: ConfigCommand, id: string, roots = given.get("root") ?? []): string {
  const format = output === undefined ? [] : [`--${output}`];
  const words = [...roots.flatMap((root) => optionWords("root", root)), ...carriedOptions(given), ...format];
  return quoteForShell(["fossick", "config", id, ...words]);
}
