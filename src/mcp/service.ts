/**
 * What a way in (MCP, the command line) needs to answer calls: the tools, the engine, and the defaults.
 * @module
 */
import type { Spelling } from "../format/own_call.ts";
import type { Consultant } from "../model/consultation.ts";
import type { Lang } from "../model/lang.ts";
import { type FaultData, ToolError } from "../model/tool_error.ts";
import type { Engine, RunOptions } from "../pool/engine.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { ShortPaths } from "../toolsets/short_paths.ts";
import type { CallContext, Consulting, Tool } from "../toolsets/tool.ts";
import { ANSWER_MEMORY, type CallMemory } from "./call_memory.ts";
import { WeightedSemaphore } from "./weighted_semaphore.ts";

/** A running fossick, before anyone speaks to it. */
export interface Service extends CallState {
  readonly name: string;
  readonly version: string;
  /** The name of the set that `tools` are of. */
  readonly profile: Profile;
  readonly tools: readonly Tool[];
  readonly engine: Engine;
  /** Absolute real path of the project root. */
  readonly projectRoot: string;
  readonly lang: Lang;
  /** 0 = no budget. */
  readonly tokenBudget: number;
  readonly timeoutMs: number;
  readonly consult: ConsultSetup;
  /** How the caller writes calls; absent: as MCP has them. */
  readonly spelling?: Spelling;
}

/** How consult_files was set up at the start. */
export interface ConsultSetup {
  readonly provider?: Consultant;
  /** Why there is no provider though one was named. */
  readonly unavailable?: FaultData;
  /** Globs of files that may go though they look secret. */
  readonly allow?: readonly string[];
}

/** What the calls of a service have in common. */
export interface CallState {
  /** A number for a call, greater than those before. */
  nextCall(): number;
  /** Memory of answers under way, in bytes. */
  readonly answers: WeightedSemaphore;
}

/** The same of a service that was not called yet. */
export function callState(): CallState {
  let calls = 0;
  return { nextCall: () => ++calls, answers: new WeightedSemaphore(ANSWER_MEMORY) };
}

/** What one call is besides its arguments. */
export interface CallSetting {
  /** When the call began, in `performance.now()`: its time runs from then. Absent: now. */
  readonly began?: number;
  /** What its client's latest answer shortened; absent where nothing is remembered of clients. */
  readonly shortPaths?: ShortPaths;
  /** The memory that its answer waits for, within its time; absent: it waits for none. */
  readonly memory?: CallMemory;
}

/** The context of one call of `service`. */
export function contextOf(
  service: Service,
  follow: RunOptions,
  { began = performance.now(), shortPaths, memory }: CallSetting = {},
): CallContext {
  const clock = new CallClock(began), options = { ...follow, call: service.nextCall() };
  const { engine, projectRoot, lang, tokenBudget, timeoutMs } = service;
  const consulting = consultingOf(service.consult, options);
  return {
    run: async (request) => {
      const inTime = <T>(ask: (timed: typeof request) => Promise<T>) =>
        clock.within(request.timeoutMs, (timeoutMs) => ask({ ...request, timeoutMs }));
      await inTime(async (timed) => await memory?.reserve(timed));
      return await inTime((timed) => engine.run(timed, options));
    },
    projectRoot,
    lang,
    tokenBudget,
    timeoutMs,
    ...(shortPaths && { shortPaths }),
    consulting,
    offered: service.tools.map(({ name }) => name),
    ...(service.spelling && { spelling: service.spelling }),
  };
}

function consultingOf({ provider, unavailable, allow }: ConsultSetup, options: RunOptions): Consulting {
  return {
    ...(provider && { ask: (question) => provider.ask(question, options) }),
    ...(unavailable && { unavailable }),
    ...(allow && { allow }),
  };
}

/** Milliseconds that are not worth taking off. */
const MOMENT = 20;
/** A call that begins late has at least this part of its time: less would be no answer at all. */
const LEAST = 0.5;

/** Runs from `since` for as long as the longest request of the call may take. */
export class CallClock {
  #most = 0;
  /** Milliseconds from `since` until the clock was made. */
  readonly #late: number;

  /** @param since when the call's time began to run, on the clock `now` (milliseconds) */
  constructor(readonly since: number, readonly now = () => performance.now()) {
    this.#late = now() - since;
  }

  /**
   * Asks within what is left of the call's time.
   * @param timeoutMs what the request may take were it the first
   */
  async within<T>(timeoutMs: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    this.#most = Math.max(this.#most, timeoutMs);
    const uncounted = Math.max(0, this.#late - this.#most * (1 - LEAST));
    const over = this.now() - this.since - uncounted;
    const left = over < MOMENT ? timeoutMs : Math.min(timeoutMs, Math.ceil(this.#most - over));
    try {
      return await ask(Math.max(left, 1));
    } catch (error) {
      // As it was asked for, not as it was left.
      throw error instanceof ToolError && error.key === "timeout" ? new ToolError("timeout", { ms: timeoutMs }) : error;
    }
  }
}
