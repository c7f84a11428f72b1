/**
 * Parses the JSON of an OpenAI-compatible API: completions, chunks of streamed ones, and errors.
 * @module
 */
import * as z from "zod";
import { truncateUnits } from "../format/safe_text.ts";
import { nestsDeeper } from "../model/json_limits.ts";
import { LIMITS } from "../model/limits.ts";
import type { Redaction } from "./redaction.ts";

/** Text, or a list of parts. The parts have no schema of their own: zod would collect an issue for each that is no text. */
const Content = z.union([
  z.string(),
  z.array(z.unknown()).transform((parts) => parts.map(partText).join("")),
]).nullish();

function partText(part: unknown): string {
  if (typeof part !== "object" || part === null || !("text" in part)) return "";
  return typeof part.text === "string" ? part.text : "";
}

const Message = z.looseObject({ content: Content, refusal: z.string().nullish() });

/** Tokens of a prompt or an answer. An impossible number is treated as absent. */
const Tokens = z.int().min(0).max(1e9).nullish().catch(undefined);

const Choice = z.looseObject({
  delta: Message.nullish(),
  message: Message.nullish(),
  finish_reason: z.string().nullish(),
});

const Completion = z.looseObject({
  model: z.string().nullish(),
  // Only one choice is requested. To check millions of further ones would take seconds.
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

/** A chunk of an answer, or all of it. */
export interface CompletionChunk {
  readonly text: string;
  readonly model?: string;
  /** The reason why the model stopped: `stop`, `length`, `content_filter` … */
  readonly finish?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly error?: ProviderError;
}

/** An API's own words about an error. */
export interface ProviderError {
  readonly message: string;
  readonly code: string;
}

/** Parses a completion, or a chunk of one; undefined if it is neither. The text of a chunk is not redacted. */
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

/** Parses the message of an error's body, in any of the forms in use. The text of an HTML page is cut. */
export function parseErrorBody(body: string, redaction: Redaction): ProviderError {
  const page = () => ({ message: oneLine(body.replace(/<[^>]{0,200}>/g, " "), redaction), code: "" });
  const json = parseJson(body);
  // Gemini wraps it in a list.
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

/** Redacts a message and shortens it to one line. If it were cut first, the beginning of a key could not be recognized. */
function oneLine(text: string, redaction: Redaction): string {
  return truncateUnits(truncateUnits(redaction.redact(text), 2000).replace(/\s+/g, " ").trim(), 200);
}

/** Parses JSON; undefined if it is invalid, or nests deeper than any answer does. */
export function parseJson(text: string): unknown {
  if (nestsDeeper(text, LIMITS.jsonDepth)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
