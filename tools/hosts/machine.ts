/**
 * A host from npm: installing it, and running it in an empty home.
 * @module
 */
import { dirname, join } from "@std/path";
import { type ProgramResult, runToEnd } from "../../tests/program.ts";
import type { Host, HostRun, Setup } from "./hosts.ts";

/** The files that the hosts search: one match, and one more in an ignored file. */
const PROJECT = { "a.txt": "one\nneedle here\n", "b.txt": "two\n", ".gitignore": "out\n", "out/c.txt": "thimble\n" };

/** Writes the files to a directory `project` below `dir`, and returns its path. */
export async function newProject(dir: string): Promise<string> {
  const project = join(dir, "project");
  for (const [path, text] of Object.entries(PROJECT)) await write(join(project, path), text);
  return project;
}

/** An installed host. */
export interface InstalledHost {
  readonly host: Host;
  /** Its own directory; homes are in it. */
  readonly dir: string;
  /** The directory with its program. */
  readonly bin: string;
  /** A directory of further programs that the host finds first. */
  readonly path?: string;
}

/** Installs a host below `work`. */
export async function install(host: Host, work: string): Promise<InstalledHost> {
  const dir = join(work, host.program);
  await Deno.mkdir(dir);
  await run(["npm", "install", "--no-audit", "--no-fund", "--prefix", dir, host.from], dir);
  return { host, dir, bin: join(dir, "node_modules", ".bin") };
}

/** A new home with the host's settings, with the server in them or without one. */
export async function newHome({ dir, host }: InstalledHost, parts: Omit<Setup, "home">): Promise<Setup> {
  const setup = { ...parts, home: await Deno.makeTempDir({ dir }) };
  for (const [path, text] of Object.entries(host.files(setup))) await write(join(setup.home, path), text);
  return setup;
}

/** Runs the host's program in `project`, with nothing but `home` and its own variables in the environment. */
export async function runHost(
  { host, bin, path }: InstalledHost,
  project: string,
  { home }: Setup,
  { args, env }: HostRun,
): Promise<ProgramResult> {
  return await run([join(bin, host.program), ...args], project, { HOME: home, ...pathFrom(path), ...env });
}

/** The variable `PATH` with some directories before the others. */
export function pathFrom(...dirs: readonly (string | undefined)[]): { readonly PATH: string } {
  return { PATH: [...dirs, Deno.env.get("PATH")].filter((dir) => dir !== undefined).join(":") };
}

/** Runs a program; with a home in `env`, in an environment without other variables but `PATH`. */
export async function run(
  [command, ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult> {
  return await runToEnd([command, ...args], {
    cwd,
    env: { ...pathFrom(), ...env },
    clearEnv: "HOME" in env,
  });
}

/** Writes a file and its directories. */
export async function write(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  await Deno.writeTextFile(path, text);
}
