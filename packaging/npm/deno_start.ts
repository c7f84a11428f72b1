/**
 * How Deno is started for a command line of fossick: its arguments and its working directory.
 * @module
 */
import { isAbsolute, relative, resolve } from "node:path";
import { grantFlags } from "../../src/cli/command_line/needed_grants.ts";
import { lineGrants } from "./line_grants.ts";

/** The package's files and the working directory. All paths are absolute. */
export interface Surroundings {
  readonly script: string;
  /** The deno.json of fossick, which alone is in force. */
  readonly config: string;
  readonly cwd: string;
  isDirectory(path: string): boolean;
}

/** A start of Deno. */
export interface DenoStart {
  readonly args: readonly string[];
  readonly cwd: string;
}

/**
 * The start of Deno that runs fossick with `line`, and with exactly the permissions that `line` needs.
 * @param line fossick's arguments, which are passed on unchanged
 */
export function denoStart(line: readonly string[], { script, config, cwd, isDirectory }: Surroundings): DenoStart {
  const grants = lineGrants(line), roots = grants.read.map((root) => resolve(cwd, root));
  const movable = grants.read.every(isAbsolute) ? roots.filter(hasComma).filter(isDirectory) : [];
  const place = [cwd, ...movable].find((dir) => !namedFrom(dir, roots).some(hasComma)) ?? cwd;
  // fossick itself refuses a root that is not granted, and says why.
  const read = namedFrom(place, roots).filter((root) => !hasComma(root));
  const flags = grantFlags({ ...grants, read });
  return { args: ["run", "--no-prompt", `--config=${config}`, ...flags, script, ...line], cwd: place };
}

/**
 * The roots as a flag can name them. Deno splits a flag's value at commas and has no way to escape one, so a root with a
 * comma is named by its way from `dir`.
 */
function namedFrom(dir: string, roots: readonly string[]): string[] {
  return roots.map((root) => hasComma(root) ? relative(dir, root) || "." : root);
}

function hasComma(path: string): boolean {
  return path.includes(",");
}
