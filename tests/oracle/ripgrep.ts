/** ripgrep, which searches are compared with. @module */
import { rgPath } from "@vscode/ripgrep";
import type { Query } from "../../src/model/request.ts";
import { leftmostFirst } from "./leftmost.ts";

/** A program's output; a `code` above 1 is a refusal. */
export interface RipgrepOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs ripgrep in `root` without any configuration. */
export function ripgrep(root: string, args: readonly string[]): RipgrepOutput {
  const { code, stdout, stderr } = new Deno.Command(rgPath, {
    args: ["--no-config", "--no-require-git", "--no-ignore-global", "--no-ignore-parent", ...args],
    cwd: root,
    clearEnv: true,
    env: { LC_ALL: "C" },
    stdin: "null",
  }).outputSync();
  return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
}

/** The arguments for a query in the whole directory. */
export function queryFlags({ pattern, fixed, word, multiline, caseRule }: Partial<Query> & { pattern: string }) {
  return [
    { smart: "-S", insensitive: "-i", sensitive: "-s" }[caseRule ?? "smart"],
    ...fixed ? ["-F"] : [],
    ...word ? ["-w"] : [],
    ...multiline ? ["-U", "-j1"] : [],
    ...["-e", fixed ? pattern : leftmostFirst(pattern), "."],
  ];
}
