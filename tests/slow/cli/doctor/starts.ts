/**
 * Starts the doctor of a bundle.
 * @module
 */
import { dirname, join } from "@std/path";
import { BESIDE, BUNDLE, parsersBeside } from "../../../../packaging/bundle.ts";
import { type CommandLine, DENO, tempTree } from "../../../program.ts";

/** The command line of the doctor of the bundle at `path`, which prints text. @param flags default: reading the root */
export function doctorOf(path: string, root: string, ...flags: string[]): CommandLine {
  const granted = flags.length > 0 ? flags : [`--allow-read=${root}`];
  return [Deno.execPath(), "run", "--no-prompt", ...granted, path, "doctor", "--text", "--root", root];
}

/** The command that starts the bundle at `path` for `root`, as the doctor prints it, without `--root`. */
export function startOf(path: string, root: string): string {
  return `${DENO} run --no-prompt --allow-read=${root} ${path}`;
}

/** A copy of the bundle and its parsers in a new directory. */
export function copiedBundle({ config = true, within = "." }: { config?: boolean; within?: string }) {
  const place = tempTree({}), path = join(place.path, within, "fossick.js");
  Deno.mkdirSync(dirname(path), { recursive: true });
  if (config) Deno.writeTextFileSync(join(dirname(path), "deno.json"), JSON.stringify(BESIDE));
  Deno.copyFileSync(BUNDLE, path);
  Deno.copyFileSync(parsersBeside(BUNDLE), parsersBeside(path));
  return { path, [Symbol.dispose]: () => place[Symbol.dispose]() };
}
