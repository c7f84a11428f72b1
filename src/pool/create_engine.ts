/**
 * Starts the engine: on a thread of its own where one can be had, else on this thread.
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
  /** Whether to ask for a thread; default true. */
  readonly thread?: boolean;
  /** Megabytes of file contents and their signatures to keep; 0 = nothing is remembered. Default: `LIMITS.cacheMb`. */
  readonly cacheMb?: number;
  /** How it is known what has changed. Default: `stat`, everything is looked at in every question. */
  readonly freshness?: Freshness;
  /** The thread takes the project in as soon as it runs. */
  readonly warm?: boolean;
}

/** `watch`: directories are watched, where that can be had. */
export type Freshness = "watch" | "stat";

/**
 * The engine, ready to answer. Its thread holds `read: [roots]` and nothing else, so the caller may give up
 * every permission afterwards when `status.mode` is `threads`.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const bytes = (options.cacheMb ?? LIMITS.cacheMb) * 2 ** 20;
  const watched = bytes > 0 && options.freshness === "watch" && whyNoOwnPermissions() === undefined;
  const memory = { bytes, watched };
  return new PagedEngine(new PunctualEngine(await start(options, memory)));
}

/** Descriptors that threads, a watch and the files under way take, with some to spare: 25 were open on two threads. */
const DESCRIPTORS = 48;

async function start({ roots, thread = true, warm = false }: EngineOptions, memory: Memory): Promise<Engine> {
  if (!hasDescriptors(roots[0], DESCRIPTORS)) {
    return await local(roots, "the system lets it open too few files at once (ulimit -n)", {
      ...memory,
      watched: false,
    });
  }
  const refusal = !thread ? "no thread was asked for" : whyNoThreads();
  if (refusal !== undefined) return await local(roots, refusal, memory);
  try {
    return await ThreadEngine.start(roots, memory, warm ? WARMING : undefined);
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
