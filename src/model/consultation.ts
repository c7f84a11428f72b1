/**
 * The interface between `consult_files` and the client of a large model: a question about files, and the answer.
 * @module
 */
import type { FaultKey } from "./messages/faults.ts";
import { type FaultData, type FaultParams, ToolError } from "./messages/tool_error.ts";

/** A file and the text of it that may be sent. */
export interface ConsultedFile {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly bytes: number;
  readonly text: string;
  /** `text` is only the beginning of the file. */
  readonly textCut?: boolean;
}

/** A question. The files are sent in this order; none is listed twice. */
export interface ConsultQuestion {
  readonly files: readonly ConsultedFile[];
  readonly query: string;
  /** Default: the first model that the provider lists. */
  readonly model?: string;
  readonly maxOutputTokens?: number;
}

/** A file that was sent. */
export interface SentFile {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly bytes: number;
  /** Only its beginning was sent. */
  readonly truncated: boolean;
}

/** A model's answer. */
export interface ConsultAnswer {
  readonly answer: string;
  readonly model: string;
  readonly files: readonly SentFile[];
  /** Files that did not fit into the model's context. */
  readonly leftOut: readonly { readonly path: string; readonly fault: FaultData }[];
  /** As counted by the model, otherwise estimated. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** The model stopped because its answer reached the token limit. */
  readonly cut: boolean;
}

/** How a question is cancelled and its progress reported. */
export interface FollowOptions {
  readonly signal?: AbortSignal;
  /** Called with increasing numbers while the answer arrives. */
  readonly onProgress?: (done: number) => void;
}

/** Sends questions to a model. */
export interface Consultant {
  /** Rejects with ToolError, or with the signal's reason once aborted. */
  consult(question: ConsultQuestion, following: FollowOptions): Promise<ConsultAnswer>;
}

/** An answer that was interrupted, with the part that arrived. */
export class PartialAnswerError extends ToolError {
  constructor(key: FaultKey, params: FaultParams, readonly partial: string) {
    super(key, params);
  }
}
