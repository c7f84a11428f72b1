/**
 * Bounds how many calls are under way at once, and holds requests back while too much is unwritten: each answer takes
 * memory until it is written.
 * @module
 */
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from "@modelcontextprotocol/server";
import { isJSONRPCRequest } from "@modelcontextprotocol/server";

/** Calls that are under way at once. */
export const MOST_CALLS = 256;
/** What the engine is asked for; all else is answered in a moment. */
const CALLS = new Set(["tools/call", "resources/read", "prompts/get"]);

/** Whether a message is a call. */
export function isCall(message: unknown): message is JSONRPCRequest {
  return isJSONRPCRequest(message) && CALLS.has(message.method);
}

interface Waiting {
  readonly request: JSONRPCRequest;
  readonly bytes: number;
}

/** Calls under way, and requests that wait: a call for a place, any of them for room in the output. */
export class CallQueue {
  readonly #underWay = new Set<RequestId>();
  readonly #calls: Waiting[] = [];
  readonly #others: Waiting[] = [];
  #bytes = 0;

  /**
   * @param deliver given each message when its time has come
   * @param isFull whether so much is unwritten that no request may begin
   */
  constructor(
    readonly deliver: (message: JSONRPCMessage) => void,
    readonly isFull: () => boolean = () => false,
    readonly most = MOST_CALLS,
  ) {}

  /** Bytes of the lines that wait. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Delivers `message` as soon as it may begin; what is no request at once.
   * @param bytes of the line it came in; of a batch, its share of them
   */
  take(message: JSONRPCMessage, bytes: number): void {
    if (!isJSONRPCRequest(message)) return this.deliver(message);
    (isCall(message) ? this.#calls : this.#others).push({ request: message, bytes });
    this.#bytes += bytes;
    this.letIn();
  }

  /** A request was answered and its answer written, or it is called off: the next may begin. */
  over(id: RequestId): void {
    if (!this.#underWay.delete(id)) this.#remove(id);
    this.letIn();
  }

  /** Begins what may begin: there may be room again. */
  letIn(): void {
    while (this.#others.length > 0 && !this.isFull()) this.#begin(this.#others);
    while (this.#calls.length > 0 && this.#underWay.size < this.most && !this.isFull()) this.#begin(this.#calls);
  }

  #begin(queue: Waiting[]): void {
    for (const { request, bytes } of queue.splice(0, 1)) {
      this.#bytes -= bytes;
      if (queue === this.#calls) this.#underWay.add(request.id);
      this.deliver(request);
    }
  }

  #remove(id: RequestId): void {
    for (const queue of [this.#calls, this.#others]) {
      const at = queue.findIndex(({ request }) => request.id === id);
      for (const { bytes } of at < 0 ? [] : queue.splice(at, 1)) this.#bytes -= bytes;
    }
  }
}
