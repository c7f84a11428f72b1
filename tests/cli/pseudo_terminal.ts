/**
 * Runs programs on a pseudo-terminal, as people do, by `script` of util-linux.
 * @module
 */
import { type CommandLine, runToEnd } from "../program.ts";
import { hasShell } from "../distribution/shells.ts";

/** Why there is no pseudo-terminal; undefined where there is one. */
export const NO_TERMINAL: string | undefined = await hasShell("script")
  ? undefined
  : "script (util-linux) is not installed";

if (NO_TERMINAL !== undefined) console.error(`Nothing is tested on a terminal: ${NO_TERMINAL}.`);

/**
 * The command that runs `line` on a terminal; `redirect` is the shell's, such as `2>file`. It takes the shell's place:
 * one that stayed (dash does, bash does not) would be ended by Ctrl-C itself, and its 130 taken for the program's.
 */
export function onTerminal(line: CommandLine, redirect = ""): CommandLine {
  return ["script", "-qec", `exec ${line.map(quoted).join(" ")} ${redirect}`, "/dev/null"];
}

/** The exit code, and all that was written to the terminal. */
export async function runOnTerminal(
  line: CommandLine,
  redirect = "",
  env: Record<string, string> = {},
): Promise<[number, string]> {
  const { code, stdout } = await runToEnd(onTerminal(line, redirect), { env: { NO_COLOR: "", ...env } });
  return [code, stdout.replaceAll(/\r+\n/g, "\n")];
}

/** What a person sees in the end of what was written: lines that were written over are as they were last. */
export function finalScreen(written: string): string {
  return written.split("\n").map((line) => {
    const cells: string[] = [];
    let at = 0;
    for (const char of line) {
      if (char === "\r") at = 0;
      else if (char === "\b") at--;
      else cells[at++] = char;
    }
    return cells.join("").trimEnd();
  }).join("\n");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
