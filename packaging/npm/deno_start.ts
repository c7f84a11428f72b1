/**
 * How Deno is started for a command line of fossick.
 * @module
 */
import { resolve } from "node:path";
import { grantFlags } from "../../src/cli/permissions.ts";
import { lineGrants } from "./line_grants.ts";

/** A young generation of 4 MB a thread, not 32: the peak of memory is a seventh lower. */
export const SMALL_HEAP = "--v8-flags=--max-semi-space-size=4";

/** The package's files and the working directory. All paths are absolute. */
export interface Surroundings {
  readonly script: string;
  /** The deno.json of fossick, which alone is in force. */
  readonly config: string;
  readonly cwd: string;
}

/**
 * The arguments of Deno that run fossick with `line`, and with exactly the permissions that `line` needs.
 * @param line fossick's arguments, which are passed on unchanged
 */
export function denoArguments(line: readonly string[], { script, config, cwd }: Surroundings): string[] {
  const grants = lineGrants(line);
  // Deno takes a comma for the end of a path. fossick itself refuses a root that is not granted, and says why.
  const read = grants.read.map((root) => hasComma(resolve(cwd, root)) ? root : resolve(cwd, root));
  const flags = grantFlags({ ...grants, read: read.filter((root) => !hasComma(root)) });
  return ["run", "--no-prompt", SMALL_HEAP, `--config=${config}`, ...flags, script, ...line];
}

function hasComma(path: string): boolean {
  return path.includes(",");
}
