/**
 * A question to a large model about files, and its answer: what the tool hands to whoever can ask one.
 * @module
 */
import type { FaultKey } from "./messages/faults.ts";
import { type FaultData, type FaultParams, ToolError } from "./messages/tool_error.ts";

/** A file with what may be sent of it. */
export interface ConsultedFile {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly bytes: number;
  readonly text: string;
  /** `text` is only the beginning of the file. */
  readonly textCut?: boolean;
}

/** What is asked. Files go in this order; none is there twice. */
export interface ConsultQuestion {
  readonly files: readonly ConsultedFile[];
  readonly query: string;
  /** Absent: the first that the provider names. */
  readonly model?: string;
  readonly maxOutputTokens?: number;
}

/** A file that went. */
export interface SentFile {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly bytes: number;
  /** Only its beginning went. */
  readonly truncated: boolean;
}

/** What a model answered. */
export interface ConsultAnswer {
  readonly answer: string;
  readonly model: string;
  readonly files: readonly SentFile[];
  /** Files for which the model's context had no room. */
  readonly leftOut: readonly { readonly path: string; readonly fault: FaultData }[];
  /** As the model counted, else estimated. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** The model stopped because it had no more tokens for its answer. */
  readonly cut: boolean;
}

/** How one question is followed and stopped. */
export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** Called with ever greater numbers while the answer comes in. */
  readonly onProgress?: (done: number) => void;
}

/** Someone who can put a question to a model. */
export interface Consultant {
  /** Rejects with ToolError, or with the signal's reason once aborted. */
  consult(question: ConsultQuestion, following: FollowOptions): Promise<ConsultAnswer>;
}

/** An answer that broke off: what had come of it is not lost. */
export class PartialAnswerError extends ToolError {
  constructor(key: FaultKey, params: FaultParams, readonly partial: string) {
    super(key, params);
  }
}
