/**
 * Asks a model behind an OpenAI-compatible API: packs the question, sends it, collects the answer.
 * @module
 */
import { estimateTokens } from "../format/token_estimate.ts";
import { BrokenAnswer, type Consultant, type Following, type Opinion, type Question } from "../model/consultation.ts";
import { LIMITS } from "../model/limits.ts";
import { ToolError } from "../model/tool_error.ts";
import { collect, type Collected } from "./answer_stream.ts";
import { type ListedModel, modelsIn } from "./catalog.ts";
import { type Clock, REAL_CLOCK } from "./clock.ts";
import type { ProviderMessage } from "./completion.ts";
import { Deadline } from "./deadline.ts";
import { type Address, Endpoint, type Send } from "./endpoint.ts";
import { pack, type Packed } from "./pack.ts";
import { type Asked, namedContext, providerFault } from "./provider_fault.ts";

/** Milliseconds that the list of models may take: it is a help, not a need. */
const MODELS_MS = 10_000;

/** What goes wrong with the list of models and would again with the question. */
const DECISIVE: ReadonlySet<string> = new Set(["provider_auth", "provider_redirect"]);

/** What servers of this kind differ in. */
interface Dialect {
  /** The name of the bound on an answer. */
  readonly bound: "max_tokens" | "max_completion_tokens";
  /** Whether a stream may be asked to end with the tokens used. */
  readonly usage: boolean;
}

/** Models of one API. */
export class Provider implements Consultant {
  readonly #endpoint: Endpoint;
  #models: readonly ListedModel[] = [];
  #dialect: Dialect = { bound: "max_tokens", usage: true };

  constructor(address: Address, send: Send, private readonly clock: Clock = REAL_CLOCK) {
    this.#endpoint = new Endpoint(address, send, clock);
  }

  /** As in URLs: with its port, where that is not its scheme's own. */
  get host(): string {
    return this.#endpoint.host;
  }

  async ask(question: Question, { signal, onProgress }: Following): Promise<Opinion> {
    const deadline = new Deadline(this.host, this.clock, signal);
    let progress = 0;
    const alive = () => onProgress?.(++progress);
    deadline.beat(alive);
    try {
      return await this.#answer(question, deadline, alive);
    } catch (error) {
      throw signal?.aborted ? signal.reason : this.#withoutKey(error);
    } finally {
      deadline[Symbol.dispose]();
    }
  }

  async #answer(question: Question, deadline: Deadline, alive: () => void): Promise<Opinion> {
    if (this.#models.length === 0) this.#models = await this.#listed(deadline.signal, question.model === undefined);
    const id = question.model ?? this.#models[0]?.id;
    if (id === undefined) throw new ToolError("provider_no_model", { host: this.host });
    const listed = this.#models.find((model) => model.id === id)?.contextTokens;
    const context = listed ?? LIMITS.consult.contextTokens;
    const named = { ...question, model: id };
    try {
      return await this.#packedAndAsked(named, context, deadline, alive);
    } catch (error) {
      if (!isRefusedAsTooLong(error)) throw error;
      const shorter = Math.min(namedContext(String(error.params.why)) ?? Infinity, Math.floor(context / 2));
      return await this.#packedAndAsked(named, shorter, deadline, alive);
    }
  }

  async #packedAndAsked(
    question: Question & { readonly model: string },
    context: number,
    deadline: Deadline,
    alive: () => void,
  ): Promise<Opinion> {
    const packed = pack(question, context, this.host);
    const collected = await this.#complete(question, packed, deadline, alive);
    const { redaction } = this.#endpoint, answer = redaction.text(collected.text);
    return {
      answer,
      model: redaction.text(collected.model ?? question.model),
      files: packed.files,
      leftOut: packed.leftOut,
      usage: {
        inputTokens: collected.inputTokens ?? packed.tokens,
        outputTokens: collected.outputTokens ?? estimateTokens(answer),
      },
      cut: collected.cut,
    };
  }

  async #complete(
    { model, maxOutputTokens }: Question & { readonly model: string },
    { system, prompt }: Packed,
    deadline: Deadline,
    alive: () => void,
  ): Promise<Collected> {
    const messages = [{ role: "system", content: system }, { role: "user", content: prompt }];
    for (;;) {
      const { bound, usage } = this.#dialect;
      const json = {
        model,
        messages,
        stream: true,
        ...(usage && { stream_options: { include_usage: true } }),
        ...(maxOutputTokens !== undefined && { [bound]: maxOutputTokens }),
      };
      const answer = await this.#endpoint.request({ method: "POST", path: "/chat/completions", json }, deadline);
      const asked = this.#asked(model, answer);
      if (answer.ok) {
        const streamed = /^text\/event-stream\b/i.test(answer.headers.get("content-type") ?? "");
        return await collect(this.#endpoint.bytes(answer, deadline), streamed, asked, alive);
      }
      const said = await this.#endpoint.complaint(answer, deadline);
      if (!this.#learns(answer.status, said)) throw providerFault(answer.status, said, asked);
    }
  }

  /** Whether the API objects to something that can be said in another way from now on. */
  #learns(status: number, { message }: ProviderMessage): boolean {
    const { bound, usage } = this.#dialect;
    if (status !== 400 && status !== 422) return false;
    if (bound === "max_tokens" && message.includes("max_completion_tokens")) {
      this.#dialect = { usage, bound: "max_completion_tokens" };
    } else if (usage && message.includes("stream_options")) this.#dialect = { bound, usage: false };
    else return false;
    return true;
  }

  /**
   * The API's models; none where it does not list them. A key that is refused here is refused everywhere; and where the
   * list is needed, a host that can't be reached is the trouble, not that it lists nothing.
   */
  async #listed(signal: AbortSignal, needed: boolean): Promise<readonly ListedModel[]> {
    const deadline = new Deadline(this.host, this.clock, signal);
    const call = { method: "GET", path: "/models", attempts: 1, idleMs: MODELS_MS } as const;
    try {
      const answer = await this.#endpoint.request(call, deadline);
      if (answer.ok) return modelsIn(await this.#endpoint.text(answer, deadline, MODELS_MS));
      const said = await this.#endpoint.complaint(answer, deadline);
      if (answer.status === 401) throw providerFault(answer.status, said, this.#asked("", answer));
    } catch (error) {
      if (signal.aborted || !(error instanceof ToolError) || DECISIVE.has(error.key)) throw error;
      if (needed && error.key === "provider_unreachable") throw error;
    } finally {
      deadline[Symbol.dispose]();
    }
    return [];
  }

  #asked(model: string, answer: Response): Asked {
    const waitMs = this.#endpoint.waitAsked(answer);
    const models = this.#models.map(({ id }) => id);
    return {
      host: this.host,
      model,
      models,
      redaction: this.#endpoint.redaction,
      ...(waitMs !== undefined && { waitMs }),
    };
  }

  /** A provider may repeat the key in what it says of it. */
  #withoutKey(error: unknown): unknown {
    if (!(error instanceof ToolError)) return error;
    const { redaction } = this.#endpoint, params = redaction.params(error.params);
    if (!(error instanceof BrokenAnswer)) return new ToolError(error.key, params);
    return new BrokenAnswer(error.key, params, redaction.text(error.partial));
  }
}

/** Whether the model, not `pack`, found the prompt too long; and that before it had said anything of its answer. */
function isRefusedAsTooLong(error: unknown): error is ToolError {
  if (!(error instanceof ToolError) || error.key !== "provider_too_long") return false;
  const { why } = error.params, isPacks = typeof why === "object" && why.key === "long_query";
  return !isPacks && !(error instanceof BrokenAnswer && error.partial !== "");
}
