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
import { ANSWER_MEMORY } from "./call_memory.ts";
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
}

/** The context of one call of `service`. */
export function contextOf(
  service: Service,
  follow: RunOptions,
  { began = performance.now(), shortPaths }: CallSetting = {},
): CallContext {
  const clock = new CallClock(began), options = { ...follow, call: service.nextCall() };
  const { engine, projectRoot, lang, tokenBudget, timeoutMs } = service;
  const consulting = consultingOf(service.consult, options);
  return {
    run: (request) => clock.within(request.timeoutMs, (timeoutMs) => engine.run({ ...request, timeoutMs }, options)),
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
/** A request is given at least this part of its time: less would be no answer at all. */
const LEAST = 0.5;

/** Runs from `since` for as long as the longest request of the call may take. */
export class CallClock {
  #most = 0;

  /** @param since when the call began, on the clock `now` (milliseconds) */
  constructor(readonly since: number, readonly now = () => performance.now()) {}

  /**
   * Asks within what is left of the call's time.
   * @param timeoutMs what the request may take were it the first
   */
  async within<T>(timeoutMs: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    this.#most = Math.max(this.#most, timeoutMs);
    const over = this.now() - this.since;
    const left = over < MOMENT ? timeoutMs : Math.min(timeoutMs, Math.ceil(this.#most - over));
    try {
      return await ask(Math.max(left, Math.ceil(timeoutMs * (this.#asked ? 0 : LEAST)), 1));
    } catch (error) {
      // As it was asked for, not as it was left.
      throw error instanceof ToolError && error.key === "timeout" ? new ToolError("timeout", { ms: timeoutMs }) : error;
    } finally {
      this.#asked = true;
    }
  }

  #asked = false;
}
