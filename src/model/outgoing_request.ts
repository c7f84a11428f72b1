/**
 * A request to a model's host, and an error of its answer.
 * @module
 */

/** A request. Redirects are not followed; they are returned as answers. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** The host answered with a status that no `Response` can have. */
export class UnknownStatusError extends Error {
  constructor(readonly status: number) {
    super(`HTTP has no status ${status}`);
  }
}
