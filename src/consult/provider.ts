/**
 * Asks a model of an OpenAI-compatible API: builds the prompt, sends it, collects the answer.
 * @module
 */
import { estimateTokens } from "../format/token_estimate.ts";
import {
  type ConsultAnswer,
  type Consultant,
  type ConsultQuestion,
  type FollowOptions,
  PartialAnswerError,
} from "../model/consultation.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { collectAnswer, type CollectedAnswer } from "./answer_stream.ts";
import { type ListedModel, parseModelList } from "./model_list.ts";
import { type Clock, SYSTEM_CLOCK } from "./clock.ts";
import type { ProviderError } from "./completion.ts";
import { Deadline } from "./deadline.ts";
import { type ApiAddress, Endpoint, type Send } from "./endpoint.ts";
import { buildPrompt, type Prompt } from "./build_prompt.ts";
import { contextNamedIn, providerFault, type RefusalContext } from "./provider_fault.ts";

/** The timeout of the list of models, in milliseconds. Most questions can be asked without it. */
const MODEL_LIST_MS = 10_000;

/** Faults of the list of models that the question would meet as well. */
const FATAL_LIST_FAULTS: ReadonlySet<string> = new Set(["provider_auth", "provider_redirect"]);

/** Differences between servers of this kind. */
interface Dialect {
  /** The name of the limit on an answer's tokens. */
  readonly outputLimit: "max_tokens" | "max_completion_tokens";
  /** Whether a stream can end with the number of tokens used. */
  readonly hasUsage: boolean;
}

/** The models of one API. */
export class Provider implements Consultant {
  readonly #endpoint: Endpoint;
  #models: readonly ListedModel[] = [];
  #dialect: Dialect = { outputLimit: "max_tokens", hasUsage: true };

  constructor(address: ApiAddress, send: Send, private readonly clock: Clock = SYSTEM_CLOCK) {
    this.#endpoint = new Endpoint(address, send, clock);
  }

  /** The host as in URLs, with its port unless that is its scheme's default. */
  get host(): string {
    return this.#endpoint.host;
  }

  async consult(question: ConsultQuestion, { signal, onProgress }: FollowOptions): Promise<ConsultAnswer> {
    const deadline = new Deadline(this.host, this.clock, signal);
    let progress = 0;
    const heartbeat = () => onProgress?.(++progress);
    deadline.startHeartbeat(heartbeat);
    try {
      return await this.#answer(question, deadline, heartbeat);
    } catch (error) {
      throw signal?.aborted ? signal.reason : this.#redacted(error);
    } finally {
      deadline[Symbol.dispose]();
    }
  }

  async #answer(question: ConsultQuestion, deadline: Deadline, heartbeat: () => void): Promise<ConsultAnswer> {
    if (this.#models.length === 0) {
      this.#models = await this.#fetchModels(deadline.signal, question.model === undefined);
    }
    const id = question.model ?? this.#models[0]?.id;
    if (id === undefined) throw new ToolError("provider_no_model", { host: this.host });
    const listed = this.#models.find((model) => model.id === id)?.contextTokens;
    const context = listed ?? LIMITS.consult.contextTokens;
    const named = { ...question, model: id };
    try {
      return await this.#askWithin(named, context, deadline, heartbeat);
    } catch (error) {
      if (!isRefusedAsTooLong(error)) throw error;
      const shorter = Math.min(contextNamedIn(String(error.params.why)) ?? Infinity, Math.floor(context / 2));
      return await this.#askWithin(named, shorter, deadline, heartbeat);
    }
  }

  async #askWithin(
    question: ConsultQuestion & { readonly model: string },
    context: number,
    deadline: Deadline,
    heartbeat: () => void,
  ): Promise<ConsultAnswer> {
    const prompt = buildPrompt(question, context, this.host);
    const collected = await this.#complete(question, prompt, deadline, heartbeat);
    const { redaction } = this.#endpoint, answer = redaction.redact(collected.text);
    return {
      answer,
      model: redaction.redact(collected.model ?? question.model),
      files: prompt.files,
      leftOut: prompt.leftOut,
      usage: {
        inputTokens: collected.inputTokens ?? prompt.tokens,
        outputTokens: collected.outputTokens ?? estimateTokens(answer),
      },
      cut: collected.cut,
    };
  }

  async #complete(
    { model, maxOutputTokens }: ConsultQuestion & { readonly model: string },
    { system, user: prompt }: Prompt,
    deadline: Deadline,
    heartbeat: () => void,
  ): Promise<CollectedAnswer> {
    const messages = [{ role: "system", content: system }, { role: "user", content: prompt }];
    for (;;) {
      const { outputLimit: bound, hasUsage: usage } = this.#dialect;
      const json = {
        model,
        messages,
        stream: true,
        ...(usage && { stream_options: { include_usage: true } }),
        ...(maxOutputTokens !== undefined && { [bound]: maxOutputTokens }),
      };
      const answer = await this.#endpoint.request({ method: "POST", path: "/chat/completions", json }, deadline);
      const context = this.#refusalContext(model, answer);
      if (answer.ok) {
        const streamed = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
        return await collectAnswer(this.#endpoint.readBytes(answer, deadline), streamed, context, heartbeat);
      }
      const error = await this.#endpoint.readError(answer, deadline);
      if (!this.#adaptDialect(answer.status, error)) throw providerFault(answer.status, error, context);
    }
  }

  /** Adapts the dialect to an error message. Returns whether it changed, so that the request can be sent again. */
  #adaptDialect(status: number, { message }: ProviderError): boolean {
    const { outputLimit: bound, hasUsage: usage } = this.#dialect;
    if (status !== 400 && status !== 422) return false;
    if (bound === "max_tokens" && message.includes("max_completion_tokens")) {
      this.#dialect = { hasUsage: usage, outputLimit: "max_completion_tokens" };
    } else if (usage && message.includes("stream_options")) this.#dialect = { outputLimit: bound, hasUsage: false };
    else return false;
    return true;
  }

  /**
   * Fetches the API's models; an empty list if it does not list them. A rejected key is an error, and if the list is
   * `needed`, so is a host that can't be reached.
   */
  async #fetchModels(signal: AbortSignal, needed: boolean): Promise<readonly ListedModel[]> {
    const deadline = new Deadline(this.host, this.clock, signal);
    const call = { method: "GET", path: "/models", attempts: 1, idleMs: MODEL_LIST_MS } as const;
    try {
      const answer = await this.#endpoint.request(call, deadline);
      if (answer.ok) return parseModelList(await this.#endpoint.readText(answer, deadline, MODEL_LIST_MS));
      const error = await this.#endpoint.readError(answer, deadline);
      if (answer.status === 401) throw providerFault(answer.status, error, this.#refusalContext("", answer));
    } catch (error) {
      if (signal.aborted || !(error instanceof ToolError) || FATAL_LIST_FAULTS.has(error.key)) throw error;
      if (needed && error.key === "provider_unreachable") throw error;
    } finally {
      deadline[Symbol.dispose]();
    }
    return [];
  }

  #refusalContext(model: string, answer: Response): RefusalContext {
    const waitMs = this.#endpoint.retryAfterMs(answer);
    const models = this.#models.map(({ id }) => id);
    return {
      host: this.host,
      model,
      models,
      redaction: this.#endpoint.redaction,
      ...(waitMs !== undefined && { waitMs }),
    };
  }

  /** Removes the key from an error, since a provider may repeat it. */
  #redacted(error: unknown): unknown {
    if (!(error instanceof ToolError)) return error;
    const { redaction } = this.#endpoint, params = redaction.redactParams(error.params);
    if (!(error instanceof PartialAnswerError)) return new ToolError(error.key, params);
    return new PartialAnswerError(error.key, params, redaction.redact(error.partial));
  }
}

/** Whether the model (not `buildPrompt`) found the prompt too long, before it sent any text. */
function isRefusedAsTooLong(error: unknown): error is ToolError {
  if (!(error instanceof ToolError) || error.key !== "provider_too_long") return false;
  const { why } = error.params, isPacks = typeof why === "object" && why.key === "long_query";
  return !isPacks && !(error instanceof PartialAnswerError && error.partial !== "");
}
