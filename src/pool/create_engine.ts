/**
 * Starts the engine: on threads of its own where they can be had, else on this thread.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { hasDescriptors } from "../door/spare_descriptors.ts";
import { LIMITS } from "../model/limits.ts";
import type { Engine, Memory } from "./engine.ts";
import { PagedEngine } from "./paged_engine.ts";
import { PunctualEngine } from "./punctual_engine.ts";
import { ThreadRefused } from "./thread.ts";
import { WARMING } from "./warm_up.ts";
import { ThreadEngine } from "./thread_engine.ts";
import { whyNoOwnPermissions, whyNoThreads } from "./worker_module.ts";

/** What an engine is started with. */
export interface EngineOptions {
  /** The first is the project root. */
  readonly roots: readonly RootDir[];
  /** Threads to ask for; 0 = this one. Default: as many as processors, at most 4. */
  readonly threads?: number;
  /** Megabytes of file contents and their signatures to keep; 0 = nothing is remembered. Default: `LIMITS.cacheMb`. */
  readonly cacheMb?: number;
  /** How it is known what has changed. Default: `stat`, everything is looked at in every question. */
  readonly freshness?: Freshness;
  /** Threads take the project in as soon as they run. */
  readonly warm?: boolean;
}

/** `watch`: directories are watched, where that can be had. */
export type Freshness = "watch" | "stat";

const MAX_THREADS = 4;

/**
 * The engine, ready to answer. Threads hold `read: [roots]` and nothing else, so the caller may give up
 * every permission afterwards when `status.mode` is `threads`.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const threads = options.threads ?? Math.min(MAX_THREADS, navigator.hardwareConcurrency);
  const bytes = (options.cacheMb ?? LIMITS.cacheMb) * 2 ** 20;
  const watched = bytes > 0 && options.freshness === "watch" && whyNoOwnPermissions() === undefined;
  const memory = { bytes, watched };
  return new PagedEngine(new PunctualEngine(await start(options.roots, threads, memory, options.warm)));
}

/** Descriptors that four threads, a watch and the files under way take, with some to spare: 25 were open on two threads. */
const DESCRIPTORS = 48;

async function start(roots: readonly RootDir[], threads: number, memory: Memory, warm = false): Promise<Engine> {
  if (!hasDescriptors(roots[0], DESCRIPTORS)) {
    return await local(roots, "the system lets it open too few files at once (ulimit -n)", {
      ...memory,
      watched: false,
    });
  }
  const refusal = threads === 0 ? "no thread was asked for" : whyNoThreads();
  if (refusal !== undefined) return await local(roots, refusal, memory);
  try {
    return await ThreadEngine.start(roots, threads, memory, warm ? WARMING : undefined);
  } catch (error) {
    if (error instanceof ThreadRefused) return await local(roots, error.message, memory);
    throw error;
  }
}

/** Loaded only where it is needed: threads have the engine's code, main does not want it. */
async function local(roots: readonly RootDir[], refusal: string, memory: Memory): Promise<Engine> {
  const { LocalEngine } = await import("./local_engine.ts");
  return new LocalEngine(roots, refusal, memory);
}
