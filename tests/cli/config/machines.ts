/**
 * Machines on which `fossick config` is asked, and the command that parses its line.
 * @module
 */
import type { ConfigCommand } from "../../../src/cli/command_line/parse_command_line.ts";
import { parseCommandLine } from "../../../src/cli/command_line/parse_command_line.ts";
import { PACKAGE } from "../../../src/cli/package.ts";
import { configOutput, type Machine } from "../../../src/cli/config/config.ts";
import { toolsOf } from "../../../src/toolsets/profiles.ts";

/** A machine for each way in which fossick is started. */
export const MACHINES = {
  npx: machine(`file:///home/me/.npm/_npx/8b1a/node_modules/${PACKAGE}/fossick.js`),
  script: machine("file:///opt/my%20tools/fossick.js"),
  jsr: machine(`jsr:${PACKAGE}`),
  binary: {
    ...machine("file:///x"),
    program: { ...machine("file:///x").program, execPath: "/opt/fossick", isBinary: true },
  },
} as const satisfies Readonly<Record<string, Machine>>;

function machine(mainModule: string): Machine {
  return {
    program: { mainModule, execPath: "/usr/bin/deno", isBinary: false, deno: "2.9.6" },
    cwd: "/my project",
    platform: "linux",
  };
}

/** The output of `fossick config WORDS` for a person. */
export function configFor(machine: Machine, words: readonly string[]): string {
  return configOutput(parsed(words), false, machine).map(({ text }) => text).join("\n");
}

/** The output for a program, and what a person is shown beside it. */
export function configForProgram(machine: Machine, words: readonly string[]): { stdout: string; stderr: string } {
  const parts = configOutput(parsed(words), true, machine);
  const text = (wanted: boolean) =>
    parts.filter(({ isCopied }) => isCopied === wanted).map(({ text }) => text).join("\n");
  return { stdout: text(true), stderr: text(false) };
}

function parsed(words: readonly string[]): ConfigCommand {
  const command = parseCommandLine(["config", ...words], toolsOf);
  if (command.verb !== "config") throw new Error(command.verb);
  // The default would be the machine's own language.
  return command.settings.given.has("lang") ? command : { ...command, settings: { ...command.settings, lang: "en" } };
}
