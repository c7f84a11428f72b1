/**
 * One line on a terminal that says how far a long call has come, and is gone when the call ends.
 * @module
 */
import type { Lang } from "../model/lang.ts";
import { notice } from "./notices.ts";
import { widthOf } from "./width.ts";

/** Milliseconds before the line appears, and between two states of it. */
const PATIENCE_MS = 500, EVERY_MS = 100;

/** A progress line; it takes no room until the call is long, and no escapes that a terminal may not know. */
export class ProgressLine implements Disposable {
  readonly #began = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;
  #said = "";
  #done = 0;
  #total = 0;

  /** @param write puts text on the terminal */
  constructor(readonly write: (text: string) => void, readonly lang: Lang) {
    this.#timer = setInterval(() => this.#show(), EVERY_MS);
  }

  /** Takes note of how far the call is. */
  readonly onProgress = (done: number, total = 0): void => {
    this.#done = done;
    this.#total = total;
  };

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#say("");
  }

  #show(): void {
    const ms = performance.now() - this.#began;
    if (ms >= PATIENCE_MS) this.#say(this.#line((ms / 1000).toFixed(1)));
  }

  #line(seconds: string): string {
    const done = this.#done.toLocaleString("en"), total = this.#total.toLocaleString("en");
    const key = this.#total > this.#done ? "progress_of_files" : this.#done > 0 ? "progress_files" : "progress";
    return notice(this.lang, key, { done, total, seconds });
  }

  /** Blanks take away what a shorter line leaves over. */
  #say(line: string): void {
    if (line === this.#said) return;
    const rest = Math.max(0, widthOf(this.#said) - widthOf(line));
    this.write("\r" + line + " ".repeat(rest) + (line === "" ? "\r" : "\b".repeat(rest)));
    this.#said = line;
  }
}
