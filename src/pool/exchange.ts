/**
 * One request on the network thread, and its answer as a `Response` whose body comes as it is read.
 * @module
 */
import { UnknownStatus } from "../model/outgoing.ts";
import type { FromNetwork, ToNetwork } from "../worker/network.ts";

/** Statuses whose answers have no body. */
const BODILESS = [204, 205, 304];
/** The statuses that a `Response` can have; a host may send any number. */
const FIRST_STATUS = 200, LAST_STATUS = 599;

/** One request under way. */
export class Exchange {
  readonly #answer = Promise.withResolvers<Response>();
  #body: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Fulfils the body's wish for more. */
  #fed = () => {};

  /** @param over called once, when nothing more comes */
  constructor(
    readonly id: number,
    private readonly signal: AbortSignal,
    private readonly post: (message: ToNetwork) => void,
    private readonly over: () => void,
  ) {
    signal.addEventListener("abort", this.#stop, { once: true });
  }

  /** Rejects with an Error, or the signal's reason. */
  get answer(): Promise<Response> {
    return this.#answer.promise;
  }

  /** Handles a message about this request. An error in it ends this request and nothing else. */
  take(message: Exclude<FromNetwork, { type: "ready" }>): void {
    try {
      this.#handle(message);
    } catch (error) {
      this.#giveUp(error);
    }
  }

  #handle(message: Exclude<FromNetwork, { type: "ready" }>): void {
    switch (message.type) {
      case "head":
        return this.#head(message);
      case "bytes":
        if (message.bytes === undefined) return this.#end(() => this.#body?.close());
        this.#body?.enqueue(message.bytes);
        return this.#fed();
      case "failed":
        return this.#end(() => this.#fail(new Error(message.message)));
    }
  }

  #head({ status, headers }: Extract<FromNetwork, { type: "head" }>): void {
    if (status < FIRST_STATUS || status > LAST_STATUS) return this.#giveUp(new UnknownStatus(status));
    const bare = BODILESS.includes(status);
    const pairs = headers.map(([name, value]): [string, string] => [name, value]);
    this.#answer.resolve(new Response(bare ? null : this.#stream(), { status, headers: pairs }));
    if (bare) this.#end(() => {});
  }

  /** Asks the thread for a piece only when one is wanted, so that nothing piles up here. */
  #stream(): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (controller) => void (this.#body = controller),
      pull: () => {
        this.post({ type: "pull", id: this.id });
        return new Promise<void>((resolve) => this.#fed = resolve);
      },
      cancel: () => {
        this.post({ type: "cancel", id: this.id });
        this.#end(() => {});
      },
    }, { highWaterMark: 0 });
  }

  readonly #stop = () => this.#giveUp(this.signal.reason);

  #giveUp(reason: unknown): void {
    this.post({ type: "cancel", id: this.id });
    this.#end(() => this.#fail(reason));
  }

  #fail(reason: unknown): void {
    if (this.#body === undefined) this.#answer.reject(reason);
    else this.#body.error(reason);
  }

  #end(settle: () => void): void {
    this.signal.removeEventListener("abort", this.#stop);
    this.over();
    settle();
    this.#fed();
  }
}
