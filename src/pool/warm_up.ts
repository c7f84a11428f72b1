/**
 * Has an engine take the project into memory before the first question.
 * @module
 */
import type { WarmRequest } from "../model/request.ts";
import type { Engine } from "./engine.ts";

/** Milliseconds after which a tree is too large to be taken in beforehand. */
const WARMING_MS = 60_000;

/** Asks for the project as most questions will have it. */
export const WARMING: WarmRequest = {
  op: "warm",
  scope: { roots: ["."], globs: [], hidden: false, noIgnore: false, followSymlinks: false, prefixes: [] },
  timeoutMs: WARMING_MS,
};

/** Takes files into memory, as many as there is room for, while nobody asks for anything else. */
export async function warmUp(engine: Engine): Promise<void> {
  try {
    await engine.run(WARMING);
  } catch {
    // Whoever asks will be told what is wrong.
  }
}
