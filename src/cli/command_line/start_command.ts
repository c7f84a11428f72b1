/**
 * The command that starts this copy of fossick: as an npm package, as a binary, or as a script of Deno. It needs no
 * permission.
 * @module
 */
import { toSlashes } from "../../door/path_syntax.ts";
import { rootPath } from "../../door/roots.ts";
import { PACKAGE } from "../package.ts";
import { grantFlags, KEY_VARIABLE, type NeededGrants, neededGrants } from "../permissions.ts";
import { fromFileUrl } from "@std/path";
import { NPX_PACKAGE } from "./npx_package.ts";
import type { Settings } from "./settings.ts";
import { givenWords, quoteForShell } from "./shell_quoting.ts";

/** The words that start the npm package on a machine that has Node. */
export const NPX_START = ["npx", "-y", NPX_PACKAGE] as const;

/** The program's name where npm has installed it for the whole machine. */
const PROGRAM = "fossick";

/** A running program. */
export interface RunningProgram {
  /** The URL of its first module. */
  readonly mainModule: string;
  /** The executable's path: Deno, or the binary itself. */
  readonly execPath: string;
  readonly isBinary: boolean;
  /** The version of Deno. */
  readonly deno: string;
}

/** The program that is running. */
export function runningProgram(): RunningProgram {
  const { mainModule, build, version } = Deno;
  return { mainModule, execPath: Deno.execPath(), isBinary: build.standalone, deno: version.deno };
}

/** Whether npm has put a command on the PATH. On Windows it is then a script of the shell. */
export function isNpmCommand(command: string): boolean {
  return command === "npx" || command === PROGRAM;
}

/** Whether a program is of the installed npm package. @param mainModule the URL of its first module */
export function isNpmPackage(mainModule: string): boolean {
  return mainModule.includes(`/node_modules/${PACKAGE}/`);
}

/** The words that a person types for fossick: where npx starts this copy, no program of that name is on the PATH. */
export function typedWords({ mainModule } = runningProgram()): readonly string[] {
  return mainModule.includes("/_npx/") ? NPX_START : [PROGRAM];
}

/**
 * The words that start this copy again.
 *
 * @param grants for Deno; the npm package and the binary grant themselves what they need
 * @param options fossick's own, such as `--root DIR`
 */
export function startCommand(
  grants: NeededGrants,
  options: readonly string[],
  program = runningProgram(),
): [command: string, ...args: string[]] {
  const { mainModule, isBinary, execPath } = program;
  if (isBinary) return [execPath, ...options];
  // npm puts the name of a package that is installed for the whole machine on the PATH.
  const isOnPath = ["lib", "npm"].some((dir) => mainModule.includes(`/${dir}/node_modules/${PACKAGE}/`));
  if (isOnPath) return [PROGRAM, ...options];
  if (isNpmPackage(mainModule)) return [...NPX_START, ...options];
  const script = mainModule.startsWith("file:") ? fromFileUrl(mainModule) : mainModule;
  const flags = ["run", "--no-prompt", ...threadFlags(mainModule, grants), ...grantFlags(grants)];
  const [deno, ...words] = denoWords(program);
  return [deno, ...words, ...flags, script, ...options];
}

/** The words that start Deno. One that npx has fetched into its cache is not on the PATH. */
export function denoWords({ execPath, deno }: RunningProgram): [command: string, ...args: string[]] {
  return toSlashes(execPath).includes("/_npx/") ? ["npx", "-y", `deno@${deno}`] : ["deno"];
}

/**
 * The flag that Deno asks for threads with permissions of their own. The JSR package's module with threads needs it, and
 * every module of it with a provider, which a thread of its own reaches. Elsewhere a deno.json sets it.
 */
function threadFlags(mainModule: string, { env }: NeededGrants): string[] {
  const hasThreads = /^(?:jsr|https):.*\/threads(?:\.ts)?$/.test(mainModule);
  const isNeeded = hasThreads || mainModule.startsWith("jsr:") && env.includes(KEY_VARIABLE);
  return isNeeded ? ["--unstable-worker-options"] : [];
}

/**
 * The command line that starts a copy with `settings`, with the permissions that they need and no others.
 * @param roots as they are to be written
 */
export function settingsCommand(
  settings: Settings,
  roots = absoluteRoots(settings),
  program = runningProgram(),
): string {
  const grants = neededGrants({ ...settings, roots });
  return quoteForShell(startCommand(grants, carriedOptions(settings, roots, "color", "lang"), program));
}

/** The options for these roots, and those that were given, except some. */
export function carriedOptions({ given }: Settings, roots: readonly string[], ...except: string[]): string[] {
  const others = [...given].filter(([name]) => name !== "root" && !except.includes(name));
  return givenWords([["root", roots], ...others]);
}

/** The roots as absolute paths, links unresolved; as given where Deno would take a comma for the end of one. */
export function absoluteRoots({ roots }: Settings): readonly string[] {
  const absolute = roots.map((root) => rootPath(root, workingDirectory()));
  return absolute.some((root) => root.includes(",")) ? roots : absolute;
}

/** The working directory; "/" if it was deleted: then only absolute roots can be served. */
export function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}
