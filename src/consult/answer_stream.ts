/**
 * A model's answer, put together from its pieces.
 * @module
 */
import { BrokenAnswer } from "../model/consultation.ts";
import { reason } from "../model/reasons.ts";
import { ToolError } from "../model/tool_error.ts";
import { parsedJson, type Piece, pieceOf } from "./completion.ts";
import { type Asked, providerFault } from "./provider_fault.ts";
import { eventData } from "./sse.ts";

const OF_THE_CONNECTION: ReadonlySet<string> = new Set(["provider_cut", "provider_timeout"]);

/** A whole answer. */
export interface Collected {
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
 * @throws BrokenAnswer, ToolError `provider_garbled`, or what the piece's error means
 */
export async function collect(
  bytes: AsyncIterable<Uint8Array>,
  streamed: boolean,
  asked: Asked,
  onPiece: () => void,
): Promise<Collected> {
  const answer = new Collecting(asked);
  try {
    for await (const data of streamed ? eventData(bytes) : wholeText(bytes)) {
      onPiece();
      // Nothing that comes behind it, or goes wrong there, takes the answer back.
      if (data.trim() === "[DONE]") {
        answer.finished();
        break;
      }
      if (data !== "" || !streamed) answer.take(data);
    }
  } catch (error) {
    if (!answer.isWholeDespite(error)) throw answer.broken(error);
  }
  if (!streamed) answer.finished();
  return answer.whole();
}

/** All of it as one piece; or its events, where a server sends them under another name. */
async function* wholeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const text = await new Blob(chunks.map((chunk) => new Uint8Array(chunk))).text();
  if (/^\s*(?:data|event|id|retry)?:/.test(text)) yield* eventData(new Blob([text]).stream());
  else yield text;
}

/** The status that an error within an answer has for its code; 500 where that is something else. */
function statusOf(code: string): number {
  return /^[45]\d\d$/.test(code) ? Number(code) : 500;
}

class Collecting {
  #parts: string[] = [];
  #last: Omit<Piece, "text" | "error"> = {};
  #ended = false;

  constructor(private readonly asked: Asked) {}

  take(data: string): void {
    const piece = pieceOf(data, this.asked.redaction);
    if (piece === undefined) throw this.#garbled(data);
    const { text, error, ...rest } = piece;
    this.#parts.push(text);
    this.#last = { ...this.#last, ...rest };
    if (error) throw providerFault(statusOf(error.code), error, this.asked);
    if (rest.finish === "content_filter") {
      throw providerFault(200, { message: "its content filter withheld the answer", code: "" }, this.asked);
    }
  }

  finished(): void {
    this.#ended = true;
  }

  whole(): Collected {
    if (!this.#ended && this.#last.finish === undefined) {
      throw new BrokenAnswer("provider_cut", { host: this.asked.host }, this.#text);
    }
    const { finish, ...rest } = this.#last;
    return { text: this.#text, ...rest, cut: finish === "length" };
  }

  /** The model had said that it was done when the connection failed: nothing but the word for it is missing. */
  isWholeDespite(error: unknown): boolean {
    return this.#last.finish !== undefined && error instanceof ToolError && OF_THE_CONNECTION.has(error.key);
  }

  /** What has come is not lost with what went wrong. */
  broken(error: unknown): unknown {
    return error instanceof ToolError ? new BrokenAnswer(error.key, error.params, this.#text) : error;
  }

  get #text(): string {
    return this.#parts.join("");
  }

  #garbled(data: string): ToolError {
    const why = reason(parsedJson(data) === undefined ? "not_json" : "no_choices");
    return new ToolError("provider_garbled", { host: this.asked.host, why });
  }
}
