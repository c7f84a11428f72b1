/**
 * Loads the project into an engine's cache before the first request.
 * @module
 */

import { DEFAULT_SCOPE, type WarmRequest } from "../model/request.ts";
import type { Engine } from "./engine.ts";

/** Milliseconds after which a tree is too large to be loaded beforehand. */
const WARM_UP_MS = 60_000;

/** Loads the project with the scope of most requests. */
export const WARM_UP_REQUEST: WarmRequest = {
  op: "warm",
  scope: DEFAULT_SCOPE,
  timeoutMs: WARM_UP_MS,
};

/** Loads as many files as the cache holds, while no other request waits. If it fails, the first request reports why. */
export async function warmUp(engine: Engine): Promise<void> {
  await (engine.warming ?? engine.execute(WARM_UP_REQUEST)).catch(() => {});
}
