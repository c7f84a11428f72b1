/**
 * The real engine thread with two more messages: one makes the forbidden attempts, the other ends the thread.
 * @module
 */
import "../../../src/worker/engine_main.ts";
import { attempt } from "./attempts.ts";

declare const self: {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
};

const engine = self.onmessage;
self.onmessage = (event) => {
  const { type, targets } = event.data;
  if (type === "probe") void attempt(targets).then((attempted) => self.postMessage({ attempted }));
  else if (type === "die") setTimeout(die);
  else engine?.(event);
};

function die(): never {
  throw new Error("died on request");
}
