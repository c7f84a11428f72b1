/**
 * What a tool is: one definition that MCP, the command line, the README and the tests all use.
 * @module
 */
import type * as z from "zod";
import type { Answer } from "../format/answer.ts";
import type { ConsultAnswer, ConsultQuestion } from "../model/consultation.ts";
import type { ProfileHints } from "../format/error_answer.ts";
import type { Spelling } from "../format/current_call.ts";
import type { Lang } from "../model/messages/lang.ts";
import type { ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { FaultData } from "../model/messages/tool_error.ts";
import type { ShortPaths } from "./arguments/short_paths.ts";

export type { Answer };

/** What a tool may use while it answers one call. */
export interface CallContext {
  /** Asks the engine; rejects with ToolError (or AbortError once cancelled). */
  run<R extends Request>(request: R): Promise<ReportOf[R["op"]]>;
  readonly lang: Lang;
  /** Absolute real path of the project root, `/`-separated: what makes a relative path absolute. */
  readonly projectRoot: string;
  /** The server's defaults. 0 tokens = no budget. */
  readonly tokenBudget: number;
  readonly timeoutMs: number;
  /** What this client's latest answer shortened; absent where clients can't be told apart. */
  readonly shortPaths?: ShortPaths;
  readonly consult: ConsultAccess;
  /** The names of all tools that the server offers; absent: those of the profile. */
  readonly offeredTools?: readonly string[];
  /** How the caller writes calls; absent: as JSON. */
  readonly spelling?: Spelling;
}

/** How a large model can be asked, and about what. */
export interface ConsultAccess {
  /** Absent where there is no model; `unavailable` then says why, if there is more to say than that. */
  readonly askModel?: (question: ConsultQuestion) => Promise<ConsultAnswer>;
  readonly unavailable?: FaultData;
  /** Globs of files that may go though they look secret. */
  readonly allow?: readonly string[];
}

/** A tool as its toolset defines it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: when to use it, what it costs, what excludes what. */
  readonly description: string;
  /** Arguments; strict, every field described. */
  readonly input: z.ZodObject;
  /** The structured content of a successful answer. */
  readonly output: z.ZodObject;
  /** Reaches beyond the roots (only consult_files does). */
  readonly openWorld: boolean;
  /** Arguments of a call that works; shown in errors and help. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Hints of errors, where the common ones name calls or arguments that it has not. */
  readonly hints?: ProfileHints;
  /**
   * Answers one call. Arguments are unchecked: the tool parses them and answers with an error result
   * itself. Rejects only for bugs and for cancellation.
   */
  call(args: unknown, context: CallContext): Promise<Answer>;
}
