/**
 * Runs programs on a pseudo-terminal, by `script` of util-linux.
 * @module
 */
import { type CommandLine, isInstalled, runToEnd } from "../program.ts";

/** Why there is no pseudo-terminal; undefined if there is one. */
export const NO_TERMINAL: string | undefined = isInstalled("script")
  ? undefined
  : "script (util-linux) is not installed";

if (NO_TERMINAL !== undefined) console.error(`Nothing is tested on a terminal: ${NO_TERMINAL}.`);

/**
 * The command that runs `line` on a terminal; `redirect` is a redirection of the shell, such as `2>file`. It replaces
 * the shell: a shell that stays (dash does, bash does not) would be ended by Ctrl-C itself, with 130 as its exit code.
 */
export function onTerminal(line: CommandLine, redirect = ""): CommandLine {
  return ["script", "-qec", `exec ${line.map(quoted).join(" ")} ${redirect}`, "/dev/null"];
}

/** Runs `line` on a terminal. @returns the exit code, and everything written to the terminal */
export async function runOnTerminal(
  line: CommandLine,
  redirect = "",
  env: Record<string, string> = {},
): Promise<[number, string]> {
  const { code, stdout } = await runToEnd(onTerminal(line, redirect), { env: { NO_COLOR: "", ...env } });
  return [code, stdout.replaceAll(/\r+\n/g, "\n")];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
