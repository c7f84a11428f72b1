/**
 * What a way in (MCP, the command line) needs to answer calls: the tools, the engine, and the defaults.
 * @module
 */
import type { Spelling } from "../format/current_call.ts";
import type { Consultant } from "../model/consultation.ts";
import type { Lang } from "../model/messages/lang.ts";
import { type FaultData, ToolError } from "../model/messages/tool_error.ts";
import type { Engine, ExecuteOptions } from "../pool/engine.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { ShortPaths } from "../toolsets/arguments/short_paths.ts";
import type { CallContext, ConsultAccess, Tool } from "../toolsets/tool.ts";
import { ANSWER_MEMORY_BYTES, type CallMemory } from "./call_memory.ts";
import { WeightedSemaphore } from "./weighted_semaphore.ts";

/** A running fossick, before anyone speaks to it. */
export interface Service extends SharedCallState {
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
export interface SharedCallState {
  /** A number for a call, greater than those before. */
  nextCall(): number;
  /** Memory of answers under way, in bytes. */
  readonly answerMemory: WeightedSemaphore;
}

/** The same of a service that was not called yet. */
export function newCallState(): SharedCallState {
  let calls = 0;
  return { nextCall: () => ++calls, answerMemory: new WeightedSemaphore(ANSWER_MEMORY_BYTES) };
}

/** What one call is besides its arguments. */
export interface CallOrigin {
  /** When the call began, in `performance.now()`: its time runs from then. Absent: now. */
  readonly began?: number;
  /** What its client's latest answer shortened; absent where nothing is remembered of clients. */
  readonly shortPaths?: ShortPaths;
  /** The memory that its answer waits for, within its time; absent: it waits for none. */
  readonly memory?: CallMemory;
}

/** The context of one call of `service`. */
export function callContext(
  service: Service,
  follow: ExecuteOptions,
  { began = performance.now(), shortPaths, memory }: CallOrigin = {},
): CallContext {
  const clock = new CallClock(began), options: ExecuteOptions = { ...follow, callNumber: service.nextCall() };
  const { engine, projectRoot, lang, tokenBudget, timeoutMs } = service;
  const consulting = consultingOf(service.consult, options);
  return {
    run: async (request) => {
      const inTime = <T>(ask: (timed: typeof request) => Promise<T>) =>
        clock.runWithin(request.timeoutMs, (timeoutMs) => ask({ ...request, timeoutMs }));
      await inTime(async (timed) => await memory?.reserve(timed));
      return await inTime((timed) => engine.execute(timed, options));
    },
    projectRoot,
    lang,
    tokenBudget,
    timeoutMs,
    ...(shortPaths && { shortPaths }),
    consult: consulting,
    offeredTools: service.tools.map(({ name }) => name),
    ...(service.spelling && { spelling: service.spelling }),
  };
}

function consultingOf({ provider, unavailable, allow }: ConsultSetup, options: ExecuteOptions): ConsultAccess {
  return {
    ...(provider && { askModel: (question) => provider.consult(question, options) }),
    ...(unavailable && { unavailable }),
    ...(allow && { allow }),
  };
}

/** Milliseconds that are not worth taking off. */
const NEGLIGIBLE_MS = 20;
/** A call that begins late has at least this part of its time: less would be no answer at all. */
const MIN_TIME_SHARE = 0.5;

/** Runs from `began` for as long as the longest request of the call may take. */
export class CallClock {
  #longestMs = 0;
  /** Milliseconds from `began` until the clock was made. */
  readonly #late: number;

  /** @param began when the call's time began to run, on the clock `now` (milliseconds) */
  constructor(readonly began: number, readonly now = () => performance.now()) {
    this.#late = now() - began;
  }

  /**
   * Asks within what is left of the call's time.
   * @param timeoutMs what the request may take were it the first
   */
  async runWithin<T>(timeoutMs: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    this.#longestMs = Math.max(this.#longestMs, timeoutMs);
    const uncounted = Math.max(0, this.#late - this.#longestMs * (1 - MIN_TIME_SHARE));
    const over = this.now() - this.began - uncounted;
    const left = over < NEGLIGIBLE_MS ? timeoutMs : Math.min(timeoutMs, Math.ceil(this.#longestMs - over));
    try {
      return await ask(Math.max(left, 1));
    } catch (error) {
      // As it was asked for, not as it was left.
      throw error instanceof ToolError && error.key === "timeout" ? new ToolError("timeout", { ms: timeoutMs }) : error;
    }
  }
}
