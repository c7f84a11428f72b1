/**
 * The programs that fossick is compared with: ripgrep from its npm package, fd from this machine. (npm's fd package
 * downloads the program at installation, so no lock file could verify it.)
 * @module
 */
import { rgPath } from "@vscode/ripgrep";

/** A program's name. */
export type PeerName = "ripgrep" | "fd";

/** The output of a run, and the milliseconds from its start to its end. */
export interface PeerCommand {
  readonly ms: number;
  readonly stdout: Uint8Array;
}

/** A program that selects files as fossick does. */
export interface Peer {
  readonly name: PeerName;
  readonly version: string;
  /** Runs it in `root`. */
  run(root: string, args: readonly string[]): Promise<PeerCommand>;
}

/** Options: no settings of the machine, and ignore rules from the root downwards, whether or not it is a repository. */
const RIPGREP = ["--no-config", "--no-require-git", "--no-ignore-global", "--no-ignore-parent"];
const FD = ["--no-global-ignore-file", "--no-ignore-parent", "--color=never"];

/** ripgrep from npm. */
export function ripgrep(): Peer {
  return peer("ripgrep", rgPath, RIPGREP);
}

/** fd from the PATH, or why there is none. */
export function fd(): Peer | { readonly missing: string } {
  const command = ["fd", "fdfind"].find((name) => output(name, ["--version"])?.startsWith("fd"));
  if (command === undefined) return { missing: "there is no fd or fdfind on the PATH (Debian: fd-find)" };
  const takes = output(command, ["--help"])?.includes("--no-require-git");
  return peer("fd", command, takes ? [...FD, "--no-require-git"] : FD);
}

function peer(name: PeerName, command: string, always: readonly string[]): Peer {
  const version = output(command, ["--version"])?.split("\n")[0].replace(/ \(.*/, "") ?? name;
  return { name, version, run: (root, args) => timed(command, [...always, ...args], root) };
}

async function timed(command: string, args: readonly string[], cwd: string): Promise<PeerCommand> {
  const began = performance.now();
  const { code, stdout, stderr } = await new Deno.Command(command, { args: [...args], cwd, stdin: "null" }).output();
  const ms = performance.now() - began;
  // Exit code 1 means that nothing was found.
  if (code > 1) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  return { ms, stdout };
}

function output(command: string, args: string[]): string | undefined {
  try {
    return new TextDecoder().decode(new Deno.Command(command, { args, stderr: "null" }).outputSync().stdout);
  } catch {
    return undefined;
  }
}
