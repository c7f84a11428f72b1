/**
 * One HTTP API: sends requests to its host and to no other, again where that may help, and keeps its key
 * out of everything it gives back.
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

/** Sends a request without following redirects; rejects when the host can't be reached, or with UnknownStatusError. */
export type Send = (url: string, outgoing: OutgoingRequest) => Promise<Response>;

/** Where an API is. */
export interface ApiAddress {
  /** Its base, such as `https://api.example.com/v1`. */
  readonly url: string;
  readonly key?: string;
}

/** One request of an API. */
export interface ApiRequest {
  readonly method: OutgoingRequest["method"];
  /** Below the API's base. */
  readonly path: string;
  readonly json?: unknown;
  /** How often it is sent at most. */
  readonly attempts?: number;
  readonly idleMs?: number;
}

/** Bytes of an error's body that are read. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The API at one address. */
export class Endpoint {
  /** What keeps its key out of all that it says. */
  readonly redaction: Redaction;
  readonly #base: URL;

  constructor(private readonly address: ApiAddress, private readonly send: Send, private readonly clock: Clock) {
    this.redaction = new Redaction(address.key);
    this.#base = new URL(address.url);
  }

  /** With its port, where that is not its scheme's own. */
  get host(): string {
    return this.#base.host;
  }

  /**
   * The answer to a request, whatever its status; those that may pass are waited out first.
   * @throws ToolError `provider_unreachable`, `provider_redirect`, `provider_timeout`
   */
  async request(call: ApiRequest, deadline: Deadline): Promise<Response> {
    const { attempts = LIMITS.consult.attempts } = call;
    for (let attempt = 1;; attempt++) {
      const answer = await this.#attempt(call, deadline);
      const passing = !(answer instanceof Response) || isTransient(answer.status);
      const waitMs = this.#backoffMs(answer, attempt);
      if (!passing || attempt >= attempts || waitMs > LIMITS.consult.retryMs) {
        if (answer instanceof Response) return answer;
        throw answer;
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await deadline.waitFor(this.clock.sleep(waitMs, deadline.signal), 2 * LIMITS.consult.retryMs);
    }
  }

  /** Milliseconds that the provider asks for before the next request; undefined where it does not. */
  retryAfterMs(answer: Response): number | undefined {
    const value = answer.headers.get("retry-after")?.trim();
    if (value === undefined) return undefined;
    if (/^\d{1,7}(?:\.\d+)?$/.test(value)) return Number(value) * 1000;
    const date = Date.parse(value);
    return Number.isNaN(date) ? undefined : Math.max(0, date - this.clock.now());
  }

  /**
   * The bytes of an answer as they come.
   * @throws ToolError `provider_oversized`, `provider_timeout`, `provider_cut`
   */
  async *readBytes(
    answer: Response,
    deadline: Deadline,
    idleMs?: number,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
    const reader = answer.body?.getReader();
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

  /** An answer's text, up to a bound that keeps an error's page from mattering. */
  async readText(answer: Response, deadline: Deadline, idleMs?: number, most = Infinity): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of this.readBytes(answer, deadline, idleMs)) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > most) break;
    }
    return text + decoder.decode();
  }

  /** What an answer that is an error says. A connection that breaks meanwhile does not matter. */
  async readError(answer: Response, deadline: Deadline): Promise<ProviderError> {
    const text = await this.readText(answer, deadline, undefined, MAX_ERROR_BYTES).catch((error) => {
      if (deadline.signal.aborted) throw error;
      return "";
    });
    return parseErrorBody(text, this.redaction);
  }

  #throwCut(deadline: Deadline): never {
    throw deadline.signal.aborted ? deadline.signal.reason : new ToolError("provider_cut", { host: this.host });
  }

  async #attempt(call: ApiRequest, deadline: Deadline): Promise<Response | ToolError> {
    try {
      return await this.#sendFollowingRedirects(call, deadline);
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
      const answer = await deadline.waitFor(sent, idleMs);
      if (!isRedirect(answer.status)) return answer;
      await answer.body?.cancel();
      url = redirectTarget({ url, method, count: before }, answer);
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

  /** Half a second, then twice as long each time, scattered. */
  #backoffMs(answer: Response | ToolError, attempt: number): number {
    const asked = answer instanceof Response ? this.retryAfterMs(answer) : undefined;
    return asked ?? Math.round(500 * 2 ** (attempt - 1) * (0.5 + this.clock.random()));
  }
}
