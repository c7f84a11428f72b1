/**
 * Starts the engine: on a thread of its own if possible, otherwise on this thread.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { hasSpareDescriptors } from "../door/syscalls.ts";
import { LIMITS } from "../model/limits.ts";
import type { Lang } from "../model/messages/messages.ts";
import { IdleGc } from "../worker/idle_gc.ts";
import type { CacheOptions } from "../worker/request_runner.ts";
import { type EndProcess, endProcessIn, type Engine, type EngineNotice } from "./engine.ts";
import { ThreadEngine, ThreadRefusedError } from "./thread_engine.ts";
import { whyNoOwnPermissions, whyNoThreads } from "./worker_module.ts";

interface EngineOptions {
  /** The first is the project root. */
  readonly roots: readonly RootDir[];
  /** Whether to use a thread of its own; default true. */
  readonly thread?: boolean;
  /** Maximum size in megabytes of the cached contents; 0: no cache. Default: `LIMITS.cacheMb`. */
  readonly cacheMb?: number;
  /** How changes are detected. Default: `stat`. */
  readonly freshness?: FreshnessMode;
  /** The engine loads the project into its cache while no request waits. */
  readonly warm?: boolean;
  /** The language of the message with which it ends the process. Default: English. */
  readonly lang?: Lang;
}

/** `stat`: everything is checked on disk in every request. `watch`: directories are watched, if the system allows it. */
export type FreshnessMode = "watch" | "stat";

/**
 * Starts an engine. Its thread holds `read: [roots]` and no other permission, so if `status.mode` is `threads`, the
 * caller may give up every permission afterwards.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { cacheMb = LIMITS.cacheMb, warm = false } = options;
  const cache = { bytes: cacheMb * 2 ** 20, isWatched: willWatch(options), warm };
  const end = endProcessIn(options.lang ?? "en");
  return supervised(await chooseEngine(options, cache, end), end);
}

/**
 * Milliseconds after a call's deadline at which the engine counts as stopped: even a very busy system is not that late.
 */
const GRACE_MS = 30_000;

/**
 * An engine that ends the process if an answer is overdue, so that no caller waits forever. When it is idle, this
 * thread's garbage is collected; by then answers have been formatted and sent.
 */
export function supervised(engine: Engine, end: EndProcess, gc = new IdleGc(), graceMs = GRACE_MS): Engine {
  const execute: Engine["execute"] = async (request, options) => {
    const allowed = request.timeoutMs + graceMs, seconds = Math.round(allowed / 1000);
    const overdue = setTimeout(() => end({ key: "engine.overdue", params: { seconds } }), allowed);
    try {
      return await engine.execute(request, options);
    } finally {
      clearTimeout(overdue);
    }
  };
  return {
    status: engine.status,
    execute: (request, options) => gc.track(() => execute(request, options)),
    close: () => {
      gc.cancel();
      engine.close();
    },
  };
}

/** Whether an engine with these options watches directories; otherwise every request checks them on disk. */
export function willWatch({ cacheMb, freshness }: Pick<EngineOptions, "cacheMb" | "freshness">): boolean {
  return cacheMb !== 0 && freshness === "watch" && whyNoWatcher() === undefined && whyNoOwnPermissions() === undefined;
}

/** Why no directory can be watched, which would need events that can be drained; undefined if one can. */
function whyNoWatcher(): "system" | "old_deno" | undefined {
  // Other systems report events when they please; before Deno 2.9, each watcher has its own queue.
  if (Deno.build.os !== "linux") return "system";
  const [major, minor] = Deno.version.deno.split(".").map(Number);
  return major < 2 || major === 2 && minor < 9 ? "old_deno" : undefined;
}

/** Descriptors needed for threads, a watch and the files in use, with a reserve: 25 were open on two threads. */
const NEEDED_DESCRIPTORS = 48;

async function chooseEngine(
  { roots, thread = true }: EngineOptions,
  cache: CacheOptions,
  end: EndProcess,
): Promise<Engine> {
  const isShort = !hasSpareDescriptors(roots[0].ioPath, NEEDED_DESCRIPTORS);
  if (isShort) return await localEngine(roots, { key: "engine.few_descriptors" }, { ...cache, isWatched: false });
  const refusal = thread ? whyNoThreads() : "none_asked";
  if (refusal !== undefined) return await localEngine(roots, { key: `engine.${refusal}` }, cache);
  try {
    return await ThreadEngine.start(roots, cache, end);
  } catch (error) {
    if (!(error instanceof ThreadRefusedError)) throw error;
    return await localEngine(roots, { key: "engine.thread_refused", params: { why: error.message } }, cache);
  }
}

/** Imports the engine's code, which main does not need if the engine has its own thread. */
async function localEngine(roots: readonly RootDir[], reason: EngineNotice, cache: CacheOptions): Promise<Engine> {
  const { LocalEngine } = await import("./local_engine.ts");
  return new LocalEngine(roots, reason, cache);
}
