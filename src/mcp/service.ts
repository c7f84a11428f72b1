/**
 * The service that MCP and the command line call: tools, engine, and defaults.
 * @module
 */
import type { Spelling } from "../format/current_call.ts";
import type { Provider } from "../consult/provider.ts";
import type { Lang } from "../model/messages/messages.ts";
import type { SentAs } from "../model/output_form.ts";
import { type FaultData, ToolError } from "../model/messages/tool_error.ts";
import type { Engine, ExecuteOptions } from "../pool/engine.ts";
import type { Profile } from "../toolsets/profiles.ts";
import type { CallContext } from "../toolsets/tool.ts";
import type { CallMemory, WeightedSemaphore } from "./call_limits.ts";
import type { Offer } from "./offer.ts";

/** A running fossick. */
export interface Service extends Offer {
  /** The set that `tools` belong to. */
  readonly profile: Profile;
  readonly engine: Engine;
  /** Absolute real path of the project root. */
  readonly projectRoot: string;
  readonly lang: Lang;
  readonly timeoutMs: number;
  readonly consult: ConsultSetup;
  /** The syntax in which the caller writes calls; by default that of MCP. */
  readonly spelling?: Spelling;
  /** The memory of answers in progress, in bytes. */
  readonly answerMemory: WeightedSemaphore;
}

/** The configuration of consult_files. */
export interface ConsultSetup {
  readonly provider?: Pick<Provider, "consult">;
  /** The reason why a configured provider is not available. */
  readonly unavailable?: FaultData;
  /** Globs of files that may be sent although they look secret. */
  readonly allow?: readonly string[];
}

/** The origin of a call. */
export interface CallOrigin {
  /** The forms of the answer that the caller is sent; absent: both. */
  readonly sentAs?: SentAs;
  /** The memory that its answer waits for, within its time; absent: it waits for none. */
  readonly memory?: CallMemory;
}

/** The context of a call of `service`. */
export function callContext(
  service: Service,
  options: ExecuteOptions,
  { sentAs, memory }: CallOrigin = {},
): CallContext {
  const clock = new CallClock();
  const { engine, projectRoot, lang, tokenBudget, timeoutMs, consult: { provider, ...consult } } = service;
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
    ...(sentAs && { sentAs }),
    consult: { ...consult, ...(provider && { askModel: (question) => provider.consult(question, options) }) },
    ...(service.spelling && { spelling: service.spelling }),
  };
}

/** Elapsed milliseconds that are not subtracted from a timeout. */
const NEGLIGIBLE_MS = 20;

/** The time of one call: all its requests together have as long as the longest of them may take. */
export class CallClock {
  #longestMs = 0;
  readonly #began: number;

  /** @param now the clock, in milliseconds */
  constructor(readonly now = () => performance.now()) {
    this.#began = now();
  }

  /**
   * Runs a request within the time left for the call.
   * @param timeoutMs the timeout of the request alone
   */
  async runWithin<T>(timeoutMs: number, ask: (timeoutMs: number) => Promise<T>): Promise<T> {
    this.#longestMs = Math.max(this.#longestMs, timeoutMs);
    const over = this.now() - this.#began;
    const left = over < NEGLIGIBLE_MS ? timeoutMs : Math.min(timeoutMs, Math.ceil(this.#longestMs - over));
    try {
      return await ask(Math.max(left, 1));
    } catch (error) {
      // The error names the timeout that was asked for, not the time that was left.
      throw error instanceof ToolError && error.key === "timeout" ? new ToolError("timeout", { ms: timeoutMs }) : error;
    }
  }
}
