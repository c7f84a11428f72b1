/**
 * Has an engine take the project into memory before the first question.
 * @module
 */
import { reportFor } from "../model/report.ts";
import { DEFAULT_SCOPE, type WarmRequest } from "../model/request.ts";
import type { Engine } from "./engine.ts";

/** Milliseconds after which a tree is too large to be taken in beforehand. */
const WARM_UP_MS = 60_000;

/** Asks for the project as most questions will have it. */
export const WARM_UP_REQUEST: WarmRequest = {
  op: "warm",
  scope: DEFAULT_SCOPE,
  timeoutMs: WARM_UP_MS,
};

/**
 * Has an engine take files into memory, as many as there is room for, while no question waits.
 * @returns how many it took, at the end; 0 where it can't: the first question then says why
 */
export async function warmUp(engine: Engine): Promise<number> {
  try {
    return reportFor("warm", await (engine.warming ?? engine.execute(WARM_UP_REQUEST))).files;
  } catch {
    return 0;
  }
}
