/**
 * Where the code of the engine's thread comes from. `deno task bundle` puts another module in this one's place,
 * which carries that code with it.
 * @module
 */
import type { EngineNoticeKey } from "./engine_notices.ts";

/** What a thread is started from. */
export const WORKER_MODULE: URL = new URL("../worker/engine_main.ts", import.meta.url);

/** Why no thread can be started from it; undefined when one can. */
export function whyNoThreads(): EngineNoticeKey | undefined {
  // A thread's module is read with the starter's permission; a grant of the roots alone does not cover it.
  const { state } = Deno.permissions.querySync({ name: "read" });
  return state === "granted" ? undefined : "narrow_grant";
}

/** Why no thread at all can be given permissions of its own, wherever its code comes from; undefined when one can. */
export function whyNoOwnPermissions(): EngineNoticeKey | undefined {
  return undefined;
}
