/**
 * What a server does before it is asked for the first time.
 * @module
 */
import { warmUp } from "../pool/warm_up.ts";
import { rehearse } from "./rehearse.ts";
import type { Service } from "./service.ts";

/** Milliseconds after which directories are mostly watched: until then every question looks at every file. */
const SETTLING_MS = 500;

/** Takes the project in, and rehearses answers about it. Never rejected: whoever asks will be told what is wrong. */
export async function prepare(service: Service): Promise<void> {
  try {
    const files = await warmUp(service.engine);
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    await rehearse(service, files);
  } catch {
    // See above.
  }
}
