/**
 * What a provider's refusal means to the caller.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import type { ProviderError } from "./completion.ts";
import type { Redaction } from "./redaction.ts";

/** Whom the refusal came from, and what it was asked. */
export interface RefusalContext {
  readonly host: string;
  readonly model: string;
  /** Names of models that there are. */
  readonly models: readonly string[];
  /** What keeps the key out of what it says. */
  readonly redaction: Redaction;
  /** Milliseconds that the provider wants to be left alone. */
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

/** Whether a refusal is about the key: Gemini gives 400 for one that it does not know. */
function isKeyRejected(status: number, { message }: ProviderError): boolean {
  return status === 401 || status === 403 || status === 400 && /\bapi[ _]key\b/i.test(message);
}

/** Whether the account has run out of money: OpenAI gives 429 then, as for too many requests. */
function isOutOfCredit(status: number, { code }: ProviderError): boolean {
  return status === 402 || code === "insufficient_quota";
}

/** The length of the context that a refusal names; undefined where it names none. */
export function contextNamedIn(message: string): number | undefined {
  const digits = /(?:maximum|context)\D{0,60}?(\d[\d,]{2,11})/i.exec(message)?.[1];
  return digits === undefined ? undefined : Number(digits.replaceAll(",", ""));
}

/** The fault that stands for an answer with `status`; `said` has no secrets in it any more. */
export function providerFault(status: number, said: ProviderError, asked: RefusalContext): ToolError {
  const { host, model } = asked;
  const why = said.message === "" ? reason("unexplained") : said.message.replace(/\.$/, "");
  if (isContextExceeded(status, said)) return new ToolError("provider_too_long", { host, model, why });
  if (isKeyRejected(status, said)) return new ToolError("provider_auth", { host, status, why });
  if (isOutOfCredit(status, said)) return new ToolError("provider_unpaid", { host, status, why });
  if (status === 404) {
    const models = asked.models.slice(0, 20).join(", ") || "-";
    return new ToolError("provider_not_found", { host, model, why, models });
  }
  if (status === 429) {
    const seconds = Math.ceil((asked.waitMs ?? LIMITS.consult.retryMs) / 1000);
    return new ToolError("provider_busy", { host, status, why, seconds });
  }
  return new ToolError("provider_failed", { host, status, why });
}
