/**
 * The ways to start a server, all of which must be equally secure.
 * @module
 */
import { type CommandLine, fossick, fossickWith } from "../program.ts";

/** A way to start a server on `root`. */
export interface Setup {
  readonly name: string;
  readonly line: (root: string, ...args: string[]) => CommandLine;
}

const under = (...flags: string[]) => (root: string, ...args: string[]) => fossickWith(flags, "--root", root, ...args);

/** The recommended grant: the engine runs on the main thread. */
export const SCOPED: Setup = {
  name: "--allow-read=ROOT",
  line: fossick,
};

/** All permissions; the engine has its own thread. */
export const ALL: Setup = { name: "-A", line: under("-A") };

/** From source. With the last one everything may be read, but there is no thread: only the door protects. */
export const SETUPS: readonly Setup[] = [
  SCOPED,
  { name: "--allow-read", line: under("--allow-read") },
  ALL,
  { name: "--allow-read=/", line: under("--allow-read=/") },
];

/** Without a cache every answer is read from the disk. */
export const UNCACHED: Setup = {
  name: "--cache-mb 0",
  line: (root, ...args) => fossick(root, "--cache-mb", "0", ...args),
};

/** A compiled program. */
export function compiled(binary: string): Setup {
  return { name: "compiled", line: (root, ...args) => [binary, "--root", root, ...args] };
}

/**
 * The same without root's privilege to ignore file modes.
 * @returns undefined if file modes can't be tested here
 */
export function unprivileged(line: CommandLine): CommandLine | undefined {
  if (Deno.build.os === "windows") return undefined;
  if (Deno.uid() !== 0) return line;
  return canDrop() ? ["setpriv", ...DROP, ...line] : undefined;
}

const DROP = ["--bounding-set", "-all", "--inh-caps", "-all", "--ambient-caps", "-all"];
let drops: boolean | undefined;

function canDrop(): boolean {
  return drops ??= succeeds("setpriv", [...DROP, "true"]);
}

/** Whether a program exists and succeeds. */
export function succeeds(program: string, args: readonly string[]): boolean {
  try {
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    return new Deno.Command(program, { args: [...args], ...quiet }).outputSync().success;
  } catch {
    return false;
  }
}
