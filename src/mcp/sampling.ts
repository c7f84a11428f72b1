/**
 * The client's own model, asked through MCP sampling: by a request to the client in the protocols up to
 * 2025-11-25, by an answer that asks for input in 2026-07-28.
 * @module
 */
import {
  type CreateMessageRequestParams,
  inputRequired,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { REAL_CLOCK } from "../consult/clock.ts";
import { Deadline } from "../consult/deadline.ts";
import { pack, type Packed } from "../consult/pack.ts";
import { beginningOf } from "../format/safe_text.ts";
import { estimateTokens } from "../format/token_estimate.ts";
import type { Consultant, Following, Opinion, Question } from "../model/consultation.ts";
import { LIMITS } from "../model/limits.ts";
import { type Reason, reason } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";
import { clientOffers } from "./client_capabilities.ts";
import type { Rounds } from "./rounds.ts";

const HOST = reason("client");

const Anything = z.looseObject({});
const Text = z.looseObject({ type: z.literal("text"), text: z.string() });
/** What a client may send is its own affair: only what is used is looked at. */
const Sampled = z.looseObject({
  model: z.string().catch("the client's model"),
  stopReason: z.string().optional().catch(undefined),
  content: z.union([Text.transform((block) => [block]), z.array(z.unknown()).transform(textBlocks)]),
});

function textBlocks(blocks: readonly unknown[]): z.output<typeof Text>[] {
  return blocks.flatMap((block) => {
    const text = Text.safeParse(block);
    return text.success ? [text.data] : [];
  });
}

/** The client's model, where the client of this call offers it. */
export function clientModel(server: Server, { mcpReq }: ServerContext, rounds: Rounds): Consultant | undefined {
  if (!clientOffers("sampling", server, mcpReq)) return undefined;
  const { envelope } = mcpReq;
  return {
    async ask(question, following) {
      const packed = pack(question, LIMITS.consult.contextTokens, HOST);
      const params = paramsOf(question, packed);
      const answer = envelope === undefined ? await pushed(mcpReq, params, following) : retried(rounds, params);
      return opinionOf(answer, packed);
    },
  };
}

/**
 * Up to 2025-11-25: the server asks, and waits. Not `requestSampling`: over HTTP its question goes to a stream that the
 * client need not have opened, and it refuses an answer of several blocks.
 */
async function pushed(
  { send }: ServerContext["mcpReq"],
  params: CreateMessageRequestParams,
  { signal, onProgress }: Following,
): Promise<unknown> {
  const deadline = new Deadline(HOST, REAL_CLOCK, signal);
  let progress = 0;
  deadline.beat(() => onProgress?.(++progress));
  try {
    const options = { signal: deadline.signal, timeout: LIMITS.consult.totalMs };
    return await send({ method: "sampling/createMessage", params }, Anything, options);
  } catch (error) {
    if (deadline.signal.aborted) throw deadline.signal.reason;
    throw noAnswer(saidBy(error));
  } finally {
    deadline[Symbol.dispose]();
  }
}

/** 2026-07-28: the call ends with the question, and its retry brings the answer. */
function retried(rounds: Rounds, params: CreateMessageRequestParams): unknown {
  const view = rounds.answer("opinion");
  if (view.kind === "sampling") return view.result;
  if (rounds.wasAsked("opinion")) throw noAnswer(reason("no_answer"));
  throw rounds.ask("opinion", inputRequired.createMessage(params));
}

function paramsOf({ model, maxOutputTokens }: Question, { system, prompt }: Packed): CreateMessageRequestParams {
  return {
    systemPrompt: system,
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens: maxOutputTokens ?? LIMITS.consult.outputTokens,
    includeContext: "none",
    ...(model !== undefined && { modelPreferences: { hints: [{ name: model }] } }),
  };
}

function opinionOf(result: unknown, packed: Packed): Opinion {
  const sampled = Sampled.safeParse(result);
  if (!sampled.success) throw noAnswer(reason("no_text"));
  const { model, stopReason, content } = sampled.data;
  const answer = content.map(({ text }) => text).join("\n");
  return {
    answer,
    model,
    files: packed.files,
    leftOut: packed.leftOut,
    usage: { inputTokens: packed.tokens, outputTokens: estimateTokens(answer) },
    cut: stopReason === "maxTokens",
  };
}

/** What an error says, up to a length that suits a sentence. */
function saidBy(error: unknown): string {
  return beginningOf(error instanceof Error ? error.message : String(error), 200).replace(/\.$/, "");
}

function noAnswer(why: string | Reason): ToolError {
  return new ToolError("provider_sampling", { why });
}
