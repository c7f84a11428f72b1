/**
 * Asks a model of an OpenAI-compatible API: one POST request, and the answer as it is streamed or in one piece. Nothing
 * is retried, and no redirect is followed.
 * @module
 */
import { createParser } from "eventsource-parser";
import * as z from "zod";
import { truncateUnits } from "../format/safe_text.ts";
import { estimateTokens } from "../format/token_estimate.ts";
import type { ConsultAnswer, ConsultQuestion, FollowOptions, IncomingResponse, Send } from "../model/consultation.ts";
import { jsonExcess } from "../model/json_limits.ts";
import { LIMITS } from "../model/limits.ts";
import { type Reason, reason } from "../model/messages/messages.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { buildPrompt } from "./build_prompt.ts";

/** Milliseconds between two signs of life while a model thinks: clients give up on a silent call. */
const HEARTBEAT_MS = 5000;
/** Shorter keys are placeholders such as "ollama", which may be words of an answer. */
const MIN_KEY_UNITS = 12;

/** The API, and what it is asked with. */
export interface ProviderSettings {
  /** The base of its URLs, such as `https://api.example.com/v1`. */
  readonly url: string;
  readonly key?: string;
  /** The model of questions that name none. */
  readonly model?: string;
}

/** The models of one API. */
export class Provider {
  readonly #url: URL;

  /** @param totalMs how long a question may take, in milliseconds */
  constructor(
    private readonly settings: ProviderSettings,
    private readonly send: Send,
    private readonly totalMs: number = LIMITS.consult.totalMs,
  ) {
    this.#url = new URL(settings.url);
    this.#url.pathname = this.#url.pathname.replace(/\/$/, "") + "/chat/completions";
    this.#url.hash = "";
  }

  /** Asks a question. Rejects with ToolError, or with the caller's reason once it aborts. */
  async consult(question: ConsultQuestion, { signal: caller, onProgress }: FollowOptions): Promise<ConsultAnswer> {
    const { model = this.settings.model } = question;
    if (model === undefined) throw new ToolError("consult_no_model");
    const time = AbortSignal.timeout(this.totalMs);
    let beats = 0;
    const heartbeat = setInterval(() => onProgress?.(++beats), HEARTBEAT_MS);
    try {
      return await this.#ask({ ...question, model }, caller ? AbortSignal.any([caller, time]) : time);
    } catch (error) {
      if (caller?.aborted) throw caller.reason;
      if (time.aborted) throw this.#failure(reason("over_time", { seconds: this.totalMs / 1000 }));
      throw error instanceof ToolError ? error : this.#failure(String(Object(error).message ?? error));
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #ask(question: ConsultQuestion & { readonly model: string }, signal: AbortSignal): Promise<ConsultAnswer> {
    const { key } = this.settings, { system, user, files, leftOut } = buildPrompt(question);
    const headers = {
      accept: "text/event-stream, application/json",
      "content-type": "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    };
    const body = JSON.stringify({
      model: question.model,
      messages: [{ role: "system", content: system }, { role: "user", content: user }],
      stream: true,
      stream_options: { include_usage: true },
      ...(question.maxOutputTokens !== undefined && { max_tokens: question.maxOutputTokens }),
    });
    const { text, model, finish, usage } = await this.#collect(
      await this.send(this.#url.href, { headers, body, signal }),
    );
    const answer = this.#withoutKey(text);
    return {
      answer,
      model: this.#withoutKey(model ?? question.model),
      files,
      leftOut,
      usage: {
        inputTokens: usage?.prompt_tokens ?? estimateTokens(system) + estimateTokens(user),
        outputTokens: usage?.completion_tokens ?? estimateTokens(answer),
      },
      cut: finish === "length",
    };
  }

  /** Collects an answer. One that is streamed must end: with `[DONE]`, or with the reason why the model stopped. */
  async #collect({ status, contentType, body }: IncomingResponse): Promise<Reply> {
    if (status >= 300 && status < 400) {
      void body?.cancel().catch(() => {});
      throw this.#failure(reason("redirect", { status }));
    }
    const chunks = this.#limited(body), isStream = contentType.toLowerCase().startsWith("text/event-stream");
    if (status < 200 || status > 299) {
      const words = await textOf(chunks), why = this.#oneLine(errorIn(words) ?? words) || reason("unexplained");
      throw new ToolError("provider_refused", { host: this.#url.host, status, why });
    }
    let reply: Reply = { text: "" }, ended = !isStream;
    for await (const data of isStream ? eventData(chunks) : [await textOf(chunks)]) {
      ended ||= data.trim() === "[DONE]";
      if (isStream && ended) break;
      const part = Completion.safeParse(parseJson(data)).data;
      if (part === undefined) throw this.#failure(errorIn(data) ?? reason("garbled"));
      const { model = reply.model, choices: [choice], usage = reply.usage } = part;
      const text = reply.text + ((choice?.delta ?? choice?.message)?.content ?? "");
      reply = { text, model, usage, finish: choice?.finish_reason ?? reply.finish };
    }
    if (reply.finish === "content_filter") throw this.#failure(reason("withheld"));
    if (!ended && reply.finish === undefined) throw this.#failure(reason("ended_early"));
    return reply;
  }

  /** The bytes of a body. No answer has more than `LIMITS.consult.answerBytes`. */
  async *#limited(body: IncomingResponse["body"]): AsyncGenerator<Uint8Array, void, void> {
    const cap = LIMITS.consult.answerBytes;
    let total = 0;
    for await (const chunk of body ?? []) {
      total += chunk.length;
      if (total > cap) throw this.#failure(reason("over_bytes", { cap }));
      yield chunk;
    }
  }

  #failure(why: string | Reason): ToolError {
    const words = typeof why === "string" ? this.#oneLine(why) : why;
    return new ToolError("provider_failed", { host: this.#url.host, why: words });
  }

  /** Shortens a message. The key goes first: a part of it would not be recognized. */
  #oneLine(text: string): string {
    return truncateUnits(truncateUnits(this.#withoutKey(text), 2000).replace(/\s+/g, " ").trim(), 200);
  }

  /** Removes the key, which a provider may repeat. */
  #withoutKey(text: string): string {
    const { key = "" } = this.settings;
    return key.length < MIN_KEY_UNITS ? text : text.replaceAll(key, "***");
  }
}

const Message = z.looseObject({ content: z.string().nullish() }).nullish();
const Choice = z.looseObject({ delta: Message, message: Message, finish_reason: z.string().nullish() });
/** Tokens of a prompt or an answer. An impossible number counts as absent. */
const Tokens = z.int().min(0).max(1e9).optional().catch(undefined);
const orAbsent = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined);
/** A completion, or a chunk of a streamed one. */
const Completion = z.looseObject({
  model: orAbsent(z.string()),
  // Only one choice is asked for. To check millions of further ones would take seconds.
  choices: z.array(z.unknown()).transform((choices) => choices.slice(0, 1)).pipe(z.array(Choice)),
  usage: orAbsent(z.looseObject({ prompt_tokens: Tokens, completion_tokens: Tokens })),
  error: z.null().optional(),
});

/** What was collected of an answer. */
interface Reply extends Partial<Pick<z.output<typeof Completion>, "model" | "usage">> {
  readonly text: string;
  /** Why the model stopped: `stop`, `length`, `content_filter` … */
  readonly finish?: string | undefined;
}

const ErrorBody = z.looseObject({ error: z.looseObject({ message: z.string() }) });

/** The message of an error in JSON; undefined if it is something else. */
function errorIn(json: string): string | undefined {
  return ErrorBody.safeParse(parseJson(json)).data?.error.message;
}

/** Parses JSON; undefined if it is invalid, or nests deeper than any answer does. */
function parseJson(text: string): unknown {
  try {
    return jsonExcess(text, { depth: LIMITS.jsonDepth }) === undefined ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** Yields the data of every server-sent event. The last one counts without its blank line, which some servers omit. */
async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(), found: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data !== "") found.push(data);
    },
  });
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  parser.feed(decoder.decode() + "\n\n");
  yield* found;
}
