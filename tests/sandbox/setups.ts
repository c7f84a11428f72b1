/**
 * The ways a server may be started that must all be equally tight.
 * @module
 */
import { type CommandLine, fossick, fossickWith } from "../program.ts";

/** A way to start a server on `root`. */
export interface Setup {
  readonly name: string;
  readonly line: (root: string, ...args: string[]) => CommandLine;
}

/**
 * Further options for every server: `FOSSICK_SERVER_OPTIONS="--cache-mb 0" deno task …`, so that whatever is
 * promised can be shown with each of them.
 */
export const SERVER_OPTIONS: readonly string[] = (Deno.env.get("FOSSICK_SERVER_OPTIONS") ?? "").split(" ").filter(
  Boolean,
);

const under = (...flags: string[]) => (root: string, ...args: string[]) =>
  fossickWith(flags, "--root", root, ...SERVER_OPTIONS, ...args);

/** Held in as users are told to: the engine runs on the main thread. */
export const SCOPED: Setup = {
  name: "--allow-read=ROOT",
  line: (root, ...args) => fossick(root, ...SERVER_OPTIONS, ...args),
};

/** Everything granted; the engine has threads of its own. */
export const ALL: Setup = { name: "-A", line: under("-A") };

/** From source. Under the last one everything may be read, but no thread can be had: the door alone stands. */
export const SETUPS: readonly Setup[] = [
  SCOPED,
  { name: "--allow-read", line: under("--allow-read") },
  ALL,
  { name: "--allow-read=/", line: under("--allow-read=/") },
];

/** A compiled program. */
export function compiled(binary: string): Setup {
  return { name: "compiled", line: (root, ...args) => [binary, "--root", root, ...SERVER_OPTIONS, ...args] };
}

/**
 * The same without root's right to pass over file modes, where that can be dropped.
 * @returns undefined where modes can't be tried
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

/** Whether a program is there and succeeds. */
export function succeeds(program: string, args: readonly string[]): boolean {
  try {
    const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
    return new Deno.Command(program, { args: [...args], ...quiet }).outputSync().success;
  } catch {
    return false;
  }
}
