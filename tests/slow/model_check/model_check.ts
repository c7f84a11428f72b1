/**
 * A run of the model checker: a server, a tree, and a model that predicts the answers.
 * @module
 */
import { StdioHost } from "../../stdio_host.ts";
import { fossickWith, tempTree } from "../../program.ts";
import type { Random } from "../../seed.ts";
import { checkConcurrently } from "./concurrent.ts";
import { otherPath } from "./disk.ts";
import { checkSequentially } from "./sequential.ts";
import type { Tally } from "./tally.ts";

/** Writes and questions in turn, or concurrently. */
export type Mode = "sequential" | "concurrent";

/** Options of a check. */
export interface Check {
  readonly mode: Mode;
  readonly steps: number;
  readonly random: Random;
  /** Whether the engine has threads, or runs on the main thread. */
  readonly threads: boolean;
  readonly serverArgs: readonly string[];
}

/** Steps after which tree and server are replaced. */
const STEPS_A_TREE = 5000;

/**
 * Runs a check.
 * @returns a sentence with the numbers of writes and answers
 * @throws WrongAnswer
 */
export async function modelCheck(check: Check): Promise<string> {
  let writes = 0, answers = 0;
  const notes = new Map<string, number>();
  for (let left = check.steps; left > 0; left -= STEPS_A_TREE) {
    const tally = await onATree(check, Math.min(left, STEPS_A_TREE));
    writes += tally.writes;
    answers += tally.answers;
    for (const [note, n] of tally.notes) notes.set(note, n + (notes.get(note) ?? 0));
  }
  const setup = [check.threads ? "threads" : "in process", ...check.serverArgs].join(" ");
  return `${check.mode}, ${setup}: ${writes} writes, ${answers} answers, none wrong; ${
    [...notes].map(([note, n]) => `${n} ${note}`).join(", ") || "all judged"
  }`;
}

async function onATree({ mode, random, threads, serverArgs }: Check, steps: number): Promise<Tally> {
  using directory = tempTree({});
  const up = `${directory.path}/up`, root = `${up}/in`;
  for (const dir of [up, otherPath(up)]) {
    for (const name of ["in", "out"]) Deno.mkdirSync(`${dir}/${name}`, { recursive: true });
  }
  const grant = threads ? "--allow-read" : `--allow-read=${root}`;
  await using host = await StdioHost.start(fossickWith([grant], "--root", root, ...serverArgs));
  return await (mode === "sequential" ? checkSequentially : checkConcurrently)(host, root, random, steps);
}
