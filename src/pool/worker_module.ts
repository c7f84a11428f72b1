/**
 * The module of the engine's thread. `deno task bundle` replaces this file by one that contains the thread's code.
 * @module
 */

/** Why there is no thread: the name of an `EngineNotice`. */
export type NoThreads = "narrow_grant" | "no_deno_json" | "no_threads_entry" | "none_asked";

/** The module that a thread is started from. */
export const WORKER_MODULE: URL = new URL("../worker/engine_main.ts", import.meta.url);

/** Why no thread can be started from it; undefined if one can. */
export function whyNoThreads(): NoThreads | undefined {
  // Reading a thread's module needs the starter's permission, which a grant of the roots alone does not include.
  const { state } = Deno.permissions.querySync({ name: "read" });
  return state === "granted" ? undefined : "narrow_grant";
}

/** Why threads can't be given permissions of their own, wherever their code comes from; undefined if they can. */
export function whyNoOwnPermissions(): NoThreads | undefined {
  return undefined;
}
