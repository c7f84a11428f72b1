/**
 * A model's answer, put together from its pieces.
 * @module
 */
import { PartialAnswerError } from "../model/consultation.ts";
import { reason } from "../model/messages/reasons.ts";
import { ToolError } from "../model/messages/tool_error.ts";
import { type CompletionChunk, parseCompletion, parseJson } from "./completion.ts";
import { providerFault, type RefusalContext } from "./provider_fault.ts";
import { eventData } from "./sse.ts";

/** What may go wrong once the model has said that it is done: the answer is whole all the same. */
const CONNECTION_FAULTS: ReadonlySet<string> = new Set(["provider_cut", "provider_timeout"]);

/** A whole answer. */
export interface CollectedAnswer {
  readonly text: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** It ended because its tokens were used up. */
  readonly cut: boolean;
}

/**
 * Collects a streamed answer; an answer in one JSON object, from a server that does not stream, is taken too.
 * @param onPiece called for each piece that comes
 * @throws PartialAnswerError with the text so far: `provider_garbled`, `provider_cut`, or what an error in a piece means
 */
export async function collectAnswer(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  streamed: boolean,
  asked: RefusalContext,
  onPiece: () => void,
): Promise<CollectedAnswer> {
  let text = "", last: Omit<CompletionChunk, "text" | "error"> = {}, isEnded = !streamed;
  try {
    for await (const data of streamed ? eventData(bytes) : wholeText(bytes)) {
      onPiece();
      if (data.trim() === "[DONE]") {
        // Nothing that comes or goes wrong after that word takes the answer back.
        isEnded = true;
        break;
      }
      if (data === "" && streamed) continue;
      const { text: more, error, ...rest } = parseCompletion(data, asked.redaction) ?? throwGarbled(data, asked);
      text += more;
      last = { ...last, ...rest };
      if (error) throw providerFault(statusOf(error.code), error, asked);
      if (rest.finish === "content_filter") throw providerFault(200, WITHHELD, asked);
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (last.finish === undefined || !CONNECTION_FAULTS.has(error.key)) {
      throw new PartialAnswerError(error.key, error.params, text);
    }
  }
  const { finish, ...rest } = last;
  if (!isEnded && finish === undefined) throw new PartialAnswerError("provider_cut", { host: asked.host }, text);
  return { text, ...rest, cut: finish === "length" };
}

const WITHHELD = { message: "its content filter withheld the answer", code: "" };

/** All of it as one piece; or its events, where a server sends them under another name. */
async function* wholeText(bytes: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void, void> {
  const text = await new Response(ReadableStream.from(bytes)).text();
  if (/^\s*(?:data|event|id|retry)?:/.test(text)) yield* eventData(new Blob([text]).stream());
  else yield text;
}

/** The status that an error within an answer has for its code; 500 where that is something else. */
function statusOf(code: string): number {
  return /^[45]\d\d$/.test(code) ? Number(code) : 500;
}

function throwGarbled(data: string, { host }: RefusalContext): never {
  const why = reason(parseJson(data) === undefined ? "not_json" : "no_choices");
  throw new ToolError("provider_garbled", { host, why });
}
