/**
 * Starts the engine: on a thread of its own where one can be had, else on this thread.
 * @module
 */
import type { RootDir } from "../door/roots.ts";
import { hasSpareDescriptors } from "../door/spare_descriptors.ts";
import { type Bilingual, fillBoth } from "../model/messages/bilingual.ts";
import type { Lang } from "../model/messages/lang.ts";
import { LIMITS } from "../model/limits.ts";
import type { CacheOptions, Engine } from "./engine.ts";
import { type EndProcess, endProcessIn, ENGINE_NOTICES } from "./engine_notices.ts";
import { withPageCheck, withWatchdog } from "./engine_decorators.ts";
import { ThreadRefusedError } from "./engine_thread.ts";
import { WARM_UP_REQUEST } from "./warm_up.ts";
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
  readonly freshness?: FreshnessMode;
  /** The thread takes the project in as soon as it runs. */
  readonly warm?: boolean;
  /** The language of what it says where it has to end the process. Default: English. */
  readonly lang?: Lang;
}

/** `watch`: directories are watched, where that can be had. */
export type FreshnessMode = "watch" | "stat";

/**
 * The engine, ready to answer. Its thread holds `read: [roots]` and nothing else, so the caller may give up
 * every permission afterwards when `status.mode` is `threads`.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const bytes = (options.cacheMb ?? LIMITS.cacheMb) * 2 ** 20;
  const isWatched = bytes > 0 && options.freshness === "watch" && whyNoOwnPermissions() === undefined;
  const memory = { bytes, isWatched };
  const end = endProcessIn(options.lang ?? "en");
  return withPageCheck(withWatchdog(await chooseEngine(options, memory, end), end));
}

/** Descriptors that threads, a watch and the files under way take, with some to spare: 25 were open on two threads. */
const NEEDED_DESCRIPTORS = 48;

async function chooseEngine(
  { roots, thread = true, warm = false }: EngineOptions,
  memory: CacheOptions,
  end: EndProcess,
): Promise<Engine> {
  const isShort = !hasSpareDescriptors(roots[0], NEEDED_DESCRIPTORS);
  if (isShort) return await localEngine(roots, ENGINE_NOTICES.few_descriptors, { ...memory, isWatched: false });
  const refusal = thread ? whyNoThreads() : "none_asked";
  if (refusal !== undefined) return await localEngine(roots, ENGINE_NOTICES[refusal], memory);
  try {
    return await ThreadEngine.start(roots, memory, end, warm ? WARM_UP_REQUEST : undefined);
  } catch (error) {
    if (!(error instanceof ThreadRefusedError)) throw error;
    return await localEngine(roots, fillBoth(ENGINE_NOTICES.thread_refused, { why: error.message }), memory);
  }
}

/** Loaded only where it is needed: threads have the engine's code, main does not want it. */
async function localEngine(roots: readonly RootDir[], refusal: Bilingual, memory: CacheOptions): Promise<Engine> {
  const { LocalEngine } = await import("./local_engine.ts");
  return new LocalEngine(roots, refusal, memory);
}
