/**
 * Classifies a provider's refusals.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ProviderError } from "./completion.ts";
import type { Redaction } from "./redaction.ts";

/** The provider and the request that it refused. */
export interface RefusalContext {
  readonly host: string;
  readonly model: string;
  /** Names of the models that exist. */
  readonly models: readonly string[];
  /** Removes the key from messages. */
  readonly redaction: Redaction;
  /** The delay that the provider asks for, in milliseconds. */
  readonly waitMs?: number;
}

const TOO_LONG = new RegExp(
  "context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|(?:prompt|input) is too long|" +
    "exceeds? .{0,60}\\btokens?\\b",
  "i",
);

/** Whether the same request may succeed a little later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** Whether a refusal means that the prompt has more tokens than the model takes. */
function isContextExceeded(status: number, { message, code }: ProviderError): boolean {
  return status === 413 || status !== 429 && TOO_LONG.test(`${code} ${message}`);
}

/** Whether a refusal is about the key. Gemini answers an unknown key with 400. */
function isKeyRejected(status: number, { message }: ProviderError): boolean {
  return status === 401 || status === 403 || status === 400 && /\bapi[ _]key\b/i.test(message);
}

/** Whether the account has no credit left. OpenAI then answers 429, as for too many requests. */
function isOutOfCredit(status: number, { code }: ProviderError): boolean {
  return status === 402 || code === "insufficient_quota";
}

/** The context length that a refusal names; undefined if it names none. */
export function contextNamedIn(message: string): number | undefined {
  const digits = /(?:maximum|context)\D{0,60}?(\d[\d,]{2,11})/i.exec(message)?.[1];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}

/** The fault for a response with `status`. The message of `refusal` must be redacted. */
export function providerFault(status: number, refusal: ProviderError, context: RefusalContext): ToolError {
  const { host, model } = context;
  const why = refusal.message === "" ? reason("unexplained") : refusal.message.replace(/\.$/, "");
  if (isContextExceeded(status, refusal)) return new ToolError("provider_too_long", { host, model, why });
  if (isKeyRejected(status, refusal)) return new ToolError("provider_auth", { host, status, why });
  if (isOutOfCredit(status, refusal)) return new ToolError("provider_unpaid", { host, status, why });
  if (status === 404) {
    const models = context.models.slice(0, 20).join(", ") || "-";
    return new ToolError("provider_not_found", { host, model, why, models });
  }
  if (status === 429) {
    const seconds = Math.ceil((context.waitMs ?? LIMITS.consult.retryMs) / 1000);
    return new ToolError("provider_busy", { host, status, why, seconds });
  }
  return new ToolError("provider_failed", { host, status, why });
}
