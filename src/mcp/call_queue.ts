/**
 * Bounds how many calls are under way at once: each takes memory, and a share of the time of all others.
 * @module
 */
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/server";
import { isJSONRPCRequest } from "@modelcontextprotocol/server";

/** Calls that are under way at once. */
export const MOST_CALLS = 256;
/** What the engine is asked for; all else is answered in a moment. */
const CALLS = new Set(["tools/call", "resources/read", "prompts/get", "completion/complete"]);

/** Whether a message is a call. */
export function isCall(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) && CALLS.has(message.method);
}

interface Waiting {
  readonly call: JSONRPCRequest;
  readonly bytes: number;
}

/** Calls under way, and those that wait for one of them to be over. */
export class CallQueue {
  readonly #underWay = new Set<RequestId>();
  readonly #waiting: Waiting[] = [];
  #bytes = 0;

  /** @param deliver given each message when its time has come */
  constructor(readonly deliver: (message: JSONRPCMessage) => void, readonly most = MOST_CALLS) {}

  /** Bytes of the lines that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Delivers `message` at once, unless it is a call and there are too many.
   * @param bytes of the line it came in; of a batch, its share of them
   */
  take(message: JSONRPCMessage, bytes: number): void {
    if (!isCall(message)) return this.deliver(message);
    if (this.#underWay.size < this.most) return this.#begin(message);
    this.#waiting.push({ call: message, bytes });
    this.#bytes += bytes;
  }

  /** A call was answered, or is called off: the next may begin. */
  over(id: RequestId): void {
    if (!this.#underWay.delete(id)) this.#leave(this.#waiting.findIndex(({ call }) => call.id === id));
    while (this.#underWay.size < this.most && this.#waiting.length > 0) {
      const { call } = this.#waiting[0];
      this.#leave(0);
      this.#begin(call);
    }
  }

  #leave(at: number): void {
    for (const { bytes } of at < 0 ? [] : this.#waiting.splice(at, 1)) this.#bytes -= bytes;
  }

  #begin(call: JSONRPCRequest): void {
    this.#underWay.add(call.id);
    this.deliver(call);
  }
}
