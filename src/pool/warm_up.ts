/**
 * Has an engine take the project into memory before the first question.
 * @module
 */
import type { Engine } from "./engine.ts";

/** The project as most questions will have it. */
const USUAL = { roots: ["."], globs: [], hidden: false, noIgnore: false, followSymlinks: false, prefixes: [] };
/** Milliseconds after which a tree is too large to be taken in beforehand. */
const WARMING_MS = 60_000;

/** Takes files into memory, as many as there is room for, while nobody asks for anything else. */
export async function warmUp(engine: Engine): Promise<void> {
  try {
    await engine.run({ op: "warm", scope: USUAL, timeoutMs: WARMING_MS });
  } catch {
    // Whoever asks will be told what is wrong.
  }
}
