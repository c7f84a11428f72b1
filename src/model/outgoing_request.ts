/**
 * A request to a model's host, for whoever sends it.
 * @module
 */

/** A request as it goes out. Redirects are not followed: their answers come back as they are. */
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
