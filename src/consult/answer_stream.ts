/**
 * Collects a model's answer from its chunks.
 * @module
 */
import { createParser } from "eventsource-parser";
import { PartialAnswerError } from "../model/consultation.ts";
import { reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { type CompletionChunk, parseCompletion, parseJson } from "./completion.ts";
import { providerFault, type RefusalContext } from "./provider_fault.ts";

/** Faults of the connection. Once the model has reported the end of its answer, the answer is whole anyway. */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set(["provider_cut", "provider_timeout"]);

/** A complete answer. */
export interface CollectedAnswer {
  readonly text: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Whether it ended because its tokens were used up. */
  readonly cut: boolean;
}

/**
 * Collects a streamed answer, or one JSON object from a server that does not stream.
 * @param onChunk called for each chunk that arrives
 * @throws PartialAnswerError with the text so far: `provider_garbled`, `provider_cut`, or the fault that a chunk reports
 */
export async function collectAnswer(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  streamed: boolean,
  context: RefusalContext,
  onChunk: () => void,
): Promise<CollectedAnswer> {
  let text = "", last: Omit<CompletionChunk, "text" | "error"> = {}, isEnded = !streamed;
  try {
    for await (const data of streamed ? eventData(bytes) : wholeText(bytes)) {
      onChunk();
      if (data.trim() === "[DONE]") {
        // The answer is complete, whatever arrives or fails after it.
        isEnded = true;
        break;
      }
      if (data === "" && streamed) continue;
      const { text: more, error, ...rest } = parseCompletion(data, context.redaction) ?? throwGarbled(data, context);
      text += more;
      last = { ...last, ...rest };
      if (error) throw providerFault(statusOf(error.code), error, context);
      if (rest.finish === "content_filter") throw providerFault(200, WITHHELD, context);
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (last.finish === undefined || !CONNECTION_FAULTS.has(error.key)) {
      throw new PartialAnswerError(error.key, error.params, text);
    }
  }
  const { finish, ...rest } = last;
  if (!isEnded && finish === undefined) throw new PartialAnswerError("provider_cut", { host: context.host }, text);
  return { text, ...rest, cut: finish === "length" };
}

const WITHHELD = { message: "its content filter withheld the answer", code: "" };

/** Yields the body as one chunk, or its events if a server sends them under another content type. */
async function* wholeText(bytes: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, void> {
  const text = await new Response(ReadableStream.from(bytes)).text();
  if (/^\s*(?:data|event|id|retry)?:/.test(text)) yield* eventData(new Blob([text]).stream());
  else yield text;
}

/** The HTTP status that an error's code is; 500 if it is something else. */
function statusOf(code: string): number {
  return /^[45]\d\d$/.test(code) ? Number(code) : 500;
}

function throwGarbled(data: string, { host }: RefusalContext): never {
  const why = reason(parseJson(data) === undefined ? "not_json" : "no_choices");
  throw new ToolError("provider_garbled", { host, why });
}

/**
 * Yields the data of every server-sent event in `bytes`, in order. An event that the end cuts off still counts, since some
 * servers omit the last blank line.
 */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder(), found: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => found.push(data) });
  for await (const chunk of bytes) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* found.splice(0);
  }
  parser.feed(decoder.decode() + "\n\n");
  yield* found;
}
