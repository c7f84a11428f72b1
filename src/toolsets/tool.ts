/**
 * A tool: one definition that MCP, the command line, the docs and the tests use.
 * @module
 */
import type * as z from "zod";
import type { Answer } from "../format/answer.ts";
import type { ConsultAnswer, ConsultQuestion } from "../model/consultation.ts";
import type { FaultChanges } from "../format/error_answer.ts";
import type { Spelling } from "../format/current_call.ts";
import type { Lang } from "../model/messages/messages.ts";
import type { ReportOf } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { SentAs } from "../model/output_form.ts";
import type { Fields } from "./arguments/fields.ts";
import type { FaultData } from "../model/messages/tool_error.ts";

export type { Answer };

/** The engine, settings and client of one call. */
export interface CallContext {
  /** Asks the engine; rejects with ToolError, or with AbortError after cancellation. */
  run<R extends Request>(request: R): Promise<ReportOf[R["op"]]>;
  readonly lang: Lang;
  /** Absolute real path of the project root, `/`-separated; relative paths are relative to it. */
  readonly projectRoot: string;
  /** The server's defaults. 0 tokens = no budget. */
  readonly tokenBudget: number;
  readonly timeoutMs: number;
  /** The forms of the answer that the caller is sent, which its budget counts; absent: both. */
  readonly sentAs?: SentAs;
  readonly consult: ConsultAccess;
  /** How the caller writes calls; absent: as JSON. */
  readonly spelling?: Spelling;
}

/** Access to a large model. */
export interface ConsultAccess {
  /** Absent without a model; then `unavailable` may give the reason. */
  readonly askModel?: (question: ConsultQuestion) => Promise<ConsultAnswer>;
  readonly unavailable?: FaultData;
  /** Globs of files that may be sent though they look secret. */
  readonly allow?: readonly string[];
}

/** A tool as its toolset defines it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model: when to use the tool, what it costs, which arguments exclude each other. */
  readonly description: string;
  /** The arguments. */
  readonly fields: Fields;
  /** The structured content of a successful answer. */
  readonly output: z.ZodObject;
  /** Whether the tool reaches beyond the roots (only consult_files does). */
  readonly openWorld: boolean;
  /** Arguments of a call that works, for errors and help. */
  readonly example: Readonly<Record<string, unknown>>;
  /** What to change after an error, where the arguments differ from the default profile's. */
  readonly changes?: FaultChanges;
  /**
   * Answers one call. The tool parses the arguments, and answers invalid ones with an error result. Rejects only for
   * bugs and cancellation.
   */
  call(args: unknown, context: CallContext): Promise<Answer>;
}
