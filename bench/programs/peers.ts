/**
 * The programs that fossick is held against: ripgrep from its npm package, fd from this machine. (The package of that
 * name on npm has no fd in it, it downloads one when installed; so no lock could vouch for it.)
 * @module
 */
import { rgPath } from "@vscode/ripgrep";

/** Which program. */
export type PeerName = "ripgrep" | "fd";

/** What a run brought, and the milliseconds from its start to its end. */
export interface PeerCommand {
  readonly ms: number;
  readonly stdout: Uint8Array;
}

/** A program, and how it says which files it looks at: as fossick does. */
export interface Peer {
  readonly name: PeerName;
  readonly version: string;
  /** Runs it in `root`. */
  run(root: string, args: readonly string[]): Promise<PeerCommand>;
}

/** No settings of the machine's, and ignore rules from the root on, whether or not it is git's. */
const RIPGREP = ["--no-config", "--no-require-git", "--no-ignore-global", "--no-ignore-parent"];
const FD = ["--no-global-ignore-file", "--no-ignore-parent", "--color=never"];

/** ripgrep. */
export function ripgrep(): Peer {
  return peer("ripgrep", rgPath, RIPGREP);
}

/** fd, or the reason why it is left out. */
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
  // Both exit with 1 when they find nothing.
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
