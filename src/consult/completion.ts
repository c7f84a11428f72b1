/**
 * What an OpenAI-compatible API says: the pieces of a streamed completion, a whole one, its errors.
 * @module
 */
import * as z from "zod";
import { truncateUnits } from "../format/safe_text.ts";
import { nestsDeeper } from "../model/json_limits.ts";
import { LIMITS } from "../model/limits.ts";
import type { Redaction } from "./redaction.ts";

/** Text, or parts some of which are text: a schema of each would note down millions that are none. */
const Content = z.union([
  z.string(),
  z.array(z.unknown()).transform((parts) => parts.map(partText).join("")),
]).nullish();

function partText(part: unknown): string {
  if (typeof part !== "object" || part === null || !("text" in part)) return "";
  return typeof part.text === "string" ? part.text : "";
}

const Message = z.looseObject({ content: Content, refusal: z.string().nullish() });

/** Tokens of a prompt or an answer; a number that can't be one is as good as none. */
const Tokens = z.int().min(0).max(1e9).nullish().catch(undefined);

const Choice = z.looseObject({
  delta: Message.nullish(),
  message: Message.nullish(),
  finish_reason: z.string().nullish(),
});

const Completion = z.looseObject({
  model: z.string().nullish(),
  // One is asked for: millions behind it would take seconds to look through.
  choices: z.array(z.unknown()).transform((choices) => choices.slice(0, 1)).pipe(z.array(Choice)).nullish(),
  usage: z.looseObject({ prompt_tokens: Tokens, completion_tokens: Tokens }).nullish(),
  error: z.unknown().optional(),
});

const ErrorBody = z.union([
  z.looseObject({ message: z.string(), code: z.union([z.string(), z.number()]).nullish() }),
  z.string().transform((message) => ({ message, code: undefined })),
]);

const Anything = z.unknown().optional();
const ErrorFields = z.looseObject({ error: Anything, message: Anything, detail: Anything });

/** A piece of an answer, or all of it. */
export interface CompletionChunk {
  readonly text: string;
  readonly model?: string;
  /** Why the model stopped: `stop`, `length`, `content_filter` … */
  readonly finish?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly error?: ProviderError;
}

/** An API's own words on what went wrong. */
export interface ProviderError {
  readonly message: string;
  readonly code: string;
}

/** Reads a completion, or a chunk of one; undefined for what is neither. Its text, part of a whole, is as it came. */
export function parseCompletion(json: string, redaction: Redaction): CompletionChunk | undefined {
  const parsed = Completion.safeParse(parseJson(json));
  if (!parsed.success) return undefined;
  const { model, choices, usage, error } = parsed.data;
  if (!choices && !usage && !error) return undefined;
  const [choice] = choices ?? [];
  const message = choice?.delta ?? choice?.message;
  return {
    text: message?.content ?? message?.refusal ?? "",
    ...(model && { model }),
    ...(choice?.finish_reason && { finish: choice.finish_reason }),
    ...(typeof usage?.prompt_tokens === "number" && { inputTokens: usage.prompt_tokens }),
    ...(typeof usage?.completion_tokens === "number" && { outputTokens: usage.completion_tokens }),
    ...(error ? { error: errorIn({ error }, redaction) } : {}),
  };
}

/** The message of an error's body, in any of the forms that are about: never all of a page. */
export function parseErrorBody(body: string, redaction: Redaction): ProviderError {
  const page = () => ({ message: oneLine(body.replace(/<[^>]{0,200}>/g, " "), redaction), code: "" });
  const json = parseJson(body);
  // Gemini's has it in a list.
  return errorIn(Array.isArray(json) ? json[0] : json, redaction) ?? page();
}

function errorIn(value: unknown, redaction: Redaction): ProviderError | undefined {
  const fields = ErrorFields.safeParse(value);
  if (!fields.success) return undefined;
  for (const candidate of [fields.data.error, value, fields.data.message, fields.data.detail]) {
    const found = ErrorBody.safeParse(candidate);
    if (!found.success) continue;
    const { message, code } = found.data;
    return { message: oneLine(message, redaction), code: String(code ?? "") };
  }
}

/** What is cut off here could be the end of a key, by which the rest is known. */
function oneLine(text: string, redaction: Redaction): string {
  return truncateUnits(truncateUnits(redaction.redact(text), 2000).replace(/\s+/g, " ").trim(), 200);
}

/** A JSON value; undefined for what is none, or nests deeper than any answer does. */
export function parseJson(text: string): unknown {
  if (nestsDeeper(text, LIMITS.jsonDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
