/**
 * What a way in (MCP, the command line) needs to answer calls: the tools, the engine, and the defaults.
 * @module
 */
import type { Spelling } from "../format/own_call.ts";
import type { Consultant } from "../model/consultation.ts";
import type { Lang } from "../model/lang.ts";
import type { FaultData } from "../model/tool_error.ts";
import type { Engine, RunOptions } from "../pool/engine.ts";
import { finished } from "./breath.ts";
import { CallClock } from "./call_clock.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { ShortPaths } from "../toolsets/short_paths.ts";
import type { CallContext, Consulting, Tool } from "../toolsets/tool.ts";

/** A running fossick, before anyone speaks to it. */
export interface Service {
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

/** Calls so far, each known by its number; and the one that is expected. */
let calls = 0, expected: number | undefined;

/**
 * A line has come in. Where it is a call, which will soon be understood, the engine can meanwhile be told what has
 * changed until now, for the call that begins next. Any other line may hold one all the same, so it makes void what was
 * expected: to a call that came later, what had changed before an earlier one is not enough.
 */
export function lineCame({ engine }: Service, isCall: boolean): void {
  expected = isCall ? ++calls : undefined;
  if (expected !== undefined) engine.expect(expected);
}

function callNumber(): number {
  const call = expected ?? ++calls;
  expected = undefined;
  return call;
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
  const clock = new CallClock(began), options = { ...follow, call: callNumber() };
  const { engine, projectRoot, lang, tokenBudget, timeoutMs } = service;
  const consulting = consultingOf(service.consult, options);
  return {
    run: (request) => clock.within(request.timeoutMs, (timeoutMs) => engine.run({ ...request, timeoutMs }, options)),
    finish: (steps) => finished(steps, options.signal),
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
