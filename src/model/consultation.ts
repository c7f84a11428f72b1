/**
 * The interface between `consult_files`, the client of a large model, and the network thread: questions about files,
 * answers, and the HTTP request between them.
 * @module
 */
import type { FaultData } from "./messages/tool_error.ts";
import type { ConsultFile } from "./report.ts";

/** A question. The files are sent in this order; none is listed twice. */
export interface ConsultQuestion {
  readonly files: readonly ConsultFile[];
  readonly query: string;
  /** Default: the model that the server was started with. */
  readonly model?: string;
  readonly maxOutputTokens?: number;
}

/** A file that is sent; `bytes` are those of the whole file. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
  /** Of what is sent of it, without its frame; the tokens are an estimate. */
  readonly sentBytes: number;
  readonly sentTokens: number;
  /** Only its beginning is sent. */
  readonly truncated: boolean;
}

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
  /** Called with increasing numbers while the answer is awaited. */
  readonly onProgress?: (done: number) => void;
}

export interface OutgoingRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** The response to it. Redirects are responses like others: they are never followed. */
export interface IncomingResponse {
  readonly status: number;
  readonly contentType: string;
  /** Fails with the signal's reason when the request is aborted. */
  readonly body: ReadableStream<Uint8Array> | null;
}

/** Sends a request. Rejects if the host can't be reached, or with the signal's reason. */
export type Send = (url: string, outgoing: OutgoingRequest) => Promise<IncomingResponse>;
