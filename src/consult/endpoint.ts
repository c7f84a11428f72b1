/**
 * An HTTP API: sends requests to its host only, retries them, and keeps its key out of everything it returns.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { type OutgoingRequest, UnknownStatusError } from "../model/outgoing_request.ts";
import { reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { Clock } from "./clock.ts";
import { parseErrorBody, type ProviderError } from "./completion.ts";
import type { Deadline } from "./deadline.ts";
import { isTransient } from "./provider_fault.ts";
import { Redaction } from "./redaction.ts";
import { isRedirect, redirectTarget } from "./redirect.ts";

/** Sends a request without following redirects. Rejects if the host can't be reached, or with UnknownStatusError. */
export type Send = (url: string, outgoing: OutgoingRequest) => Promise<Response>;

/** The address of an API. */
export interface ApiAddress {
  /** The base of its URLs, such as `https://api.example.com/v1`. */
  readonly url: string;
  readonly key?: string;
}

/** A request to an API. */
export interface ApiRequest {
  readonly method: OutgoingRequest["method"];
  /** The path below the API's base. */
  readonly path: string;
  readonly json?: unknown;
  /** The most times that it is sent. */
  readonly attempts?: number;
  readonly idleMs?: number;
}

/** The part of an error's body that is read, in bytes. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The API at one address. */
export class Endpoint {
  /** Removes the API's key from text. */
  readonly redaction: Redaction;
  readonly #base: URL;

  constructor(private readonly address: ApiAddress, private readonly send: Send, private readonly clock: Clock) {
    this.redaction = new Redaction(address.key);
    this.#base = new URL(address.url);
  }

  /** The host, with its port unless that is its scheme's default. */
  get host(): string {
    return this.#base.host;
  }

  /**
   * Sends a request and returns its response, whatever the status. Transient failures are retried first.
   * @throws ToolError `provider_unreachable`, `provider_redirect`, `provider_timeout`
   */
  async request(request: ApiRequest, deadline: Deadline): Promise<Response> {
    const { attempts = LIMITS.consult.attempts } = request;
    for (let attempt = 1;; attempt++) {
      const response = await this.#attempt(request, deadline);
      const transient = !(response instanceof Response) || isTransient(response.status);
      const waitMs = this.#backoffMs(response, attempt);
      if (!transient || attempt >= attempts || waitMs > LIMITS.consult.retryMs) {
        if (response instanceof Response) return response;
        throw response;
      }
      if (response instanceof Response) await response.body?.cancel();
      await deadline.waitFor(this.clock.sleep(waitMs, deadline.signal), 2 * LIMITS.consult.retryMs);
    }
  }

  /** The delay in milliseconds that the response asks for before the next request, if it does. */
  retryAfterMs(response: Response): number | undefined {
    const value = response.headers.get("retry-after")?.trim();
    if (value === undefined) return undefined;
    if (/^\d{1,7}(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : Math.max(0, date - this.clock.now());
  }

  /**
   * Yields the bytes of a response as they arrive.
   * @throws ToolError `provider_oversized`, `provider_timeout`, `provider_cut`
   */
  async *readBytes(
    response: Response,
    deadline: Deadline,
    idleMs?: number,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    try {
      const cap = LIMITS.consult.answerBytes;
      for (let total = 0;;) {
        const { done, value } = await deadline.waitFor(reader.read().catch(() => this.#throwCut(deadline)), idleMs);
        if (done) return;
        total += value.length;
        if (total > cap) throw new ToolError("provider_oversized", { host: this.host, cap });
        yield value;
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  /** Reads the text of a response until it has more than `most` UTF-16 units. */
  async readText(response: Response, deadline: Deadline, idleMs?: number, most = Infinity): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of this.readBytes(response, deadline, idleMs)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > most) break;
    }
    return text + decoder.decode();
  }

  /** Reads the message of an error response. A connection that breaks during the read yields an empty message. */
  async readError(response: Response, deadline: Deadline): Promise<ProviderError> {
    const text = await this.readText(response, deadline, undefined, MAX_ERROR_BYTES).catch((error) => {
      if (deadline.signal.aborted) throw error;
      return "";
    });
    return parseErrorBody(text, this.redaction);
  }

  #throwCut(deadline: Deadline): never {
    throw deadline.signal.aborted ? deadline.signal.reason : new ToolError("provider_cut", { host: this.host });
  }

  async #attempt(request: ApiRequest, deadline: Deadline): Promise<Response | ToolError> {
    try {
      return await this.#sendFollowingRedirects(request, deadline);
    } catch (error) {
      if (error instanceof ToolError || deadline.signal.aborted) throw error;
      const { host } = this;
      if (error instanceof UnknownStatusError) {
        const { status } = error;
        return new ToolError("provider_failed", { host, status, why: reason("unknown_status", { status }) });
      }
      const why = this.redaction.redact(error instanceof Error ? error.message : String(error));
      return new ToolError("provider_unreachable", { host, why });
    }
  }

  async #sendFollowingRedirects({ method, path, json, idleMs }: ApiRequest, deadline: Deadline): Promise<Response> {
    let url = this.#urlOf(path);
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    for (let before = 0;; before++) {
      const sent = this.send(url.href, { method, headers: this.#headers(method), signal: deadline.signal, ...body });
      const response = await deadline.waitFor(sent, idleMs);
      if (!isRedirect(response.status)) return response;
      await response.body?.cancel();
      url = redirectTarget({ url, method, count: before }, response);
    }
  }

  #urlOf(path: string): URL {
    const url = new URL(this.#base);
    url.pathname = url.pathname.replace(/\/+$/, "") + path;
    url.hash = "";
    return url;
  }

  #headers(method: string): Record<string, string> {
    return {
      accept: "text/event-stream, application/json",
      ...(method === "POST" && { "content-type": "application/json" }),
      ...(this.address.key !== undefined && { authorization: `Bearer ${this.address.key}` }),
    };
  }

  /** The delay before the next attempt: as the response asks, else half a second, doubled each time, with jitter. */
  #backoffMs(response: Response | ToolError, attempt: number): number {
    const askedMs = response instanceof Response ? this.retryAfterMs(response) : undefined;
    return askedMs ?? Math.round(500 * 2 ** (attempt - 1) * (0.5 + this.clock.random()));
  }
}
