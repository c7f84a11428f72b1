/**
 * How Deno is started for a command line of fossick: its arguments and its working directory.
 * @module
 */
import { relative, resolve } from "node:path";
import { commaFreePlace } from "../../src/cli/command_line/comma_roots.ts";
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
 * @param line fossick's arguments. They are passed on unchanged, except that roots are made absolute where Deno has to
 * start in another directory
 */
export function denoStart(line: readonly string[], surroundings: Surroundings): DenoStart {
  const { script, config, cwd } = surroundings, grants = lineGrants(line);
  const roots = grants.read.map((root) => resolve(cwd, root));
  const { place, words } = namingPlace(line, roots, surroundings);
  // fossick itself refuses a root that is not granted, and says why.
  const read = namedFrom(place, roots).filter((root) => !hasComma(root));
  const flags = grantFlags({ ...grants, read });
  return { args: ["run", "--no-prompt", `--config=${config}`, ...flags, script, ...words], cwd: place };
}

/** The directory from which the roots can be named, and the line for it; the working directory if there is none. */
function namingPlace(line: readonly string[], roots: readonly string[], { cwd, isDirectory }: Surroundings) {
  const here = { place: cwd, words: line };
  if (!namedFrom(cwd, roots).some(hasComma)) return here;
  const place = commaFreePlace(roots), words = withAbsoluteRoots(line, cwd);
  const isSame = JSON.stringify(lineGrants(words).read) === JSON.stringify(roots);
  return place !== undefined && isDirectory(place) && isSame ? { place, words } : here;
}

/** The line with absolute roots. */
function withAbsoluteRoots(line: readonly string[], cwd: string): string[] {
  return line.map((word, i) => {
    if (line[i - 1] === "--root") return resolve(cwd, word);
    const [, root] = /^--root=(.*)$/s.exec(word) ?? [];
    return root === undefined ? word : `--root=${resolve(cwd, root)}`;
  });
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
