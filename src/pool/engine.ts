/**
 * The engine's interface on the main thread.
 * @module
 */
import { type Lang, say, type Sentence, type SentenceKey } from "../model/messages/messages.ts";
import type { ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";

/** How a request is cancelled and its progress reported. */
export interface ExecuteOptions {
  readonly signal?: AbortSignal;
  /** @param done files done so far; `total`: of how many, if known */
  readonly onProgress?: (done: number, total?: number) => void;
}

/** Where the engine runs, and with which permissions. */
export interface EngineStatus {
  /** `threads`: on a thread that holds `read: [roots]` alone; `in-process`: in slices on the main thread. */
  readonly mode: "threads" | "in-process";
  readonly threads: number;
  /** Why there is no thread. */
  readonly reason?: EngineNotice;
  /** The state of each permission, queried on the engine's thread. */
  readonly permissions: Readonly<Record<string, string>>;
}

/** Handles requests. */
export interface Engine {
  readonly status: EngineStatus;
  /** Rejects with ToolError, with the signal's reason once aborted, or with a bug's error. */
  execute<R extends Request>(request: R, options?: ExecuteOptions): Promise<ReportOf[R["op"]]>;
  /** Ends its threads and cancels the requests in progress. */
  close(): void;
}

/** What the engine tells the person who started it. */
export interface EngineNotice extends Sentence {
  readonly key: Extract<SentenceKey, `engine.${string}`>;
}

/** Reports `why` and ends the process, which has given up its permissions and can't start another engine. */
export type EndProcess = (why: EngineNotice) => void;

/** Reports in `lang`; exit code 70. */
export function endProcessIn(lang: Lang): EndProcess {
  return (why) => {
    console.error(`fossick: ${say(lang, why.key, why.params)}`);
    Deno.exit(70);
  };
}
