/**
 * One line on a terminal that says how far a long call has come, and is gone when the call ends.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import { notice } from "../notices.ts";
import { columnWidth } from "./column_width.ts";

/** Milliseconds before the line appears, and between two states of it. */
const SHOW_AFTER_MS = 500, REFRESH_MS = 100;

/** A progress line; it takes no room until the call is long, and no escapes that a terminal may not know. */
export class ProgressLine implements Disposable {
  readonly #startedAt = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;
  #shown = "";
  #done = 0;
  #total = 0;

  /** @param write puts text on the terminal */
  constructor(readonly write: (text: string) => void, readonly lang: Lang) {
    this.#timer = setInterval(() => this.#refresh(), REFRESH_MS);
  }

  /** Takes note of how far the call is. */
  readonly onProgress = (done: number, total = 0): void => {
    this.#done = done;
    this.#total = total;
  };

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#render("");
  }

  #refresh(): void {
    const ms = performance.now() - this.#startedAt;
    if (ms >= SHOW_AFTER_MS) this.#render(this.#line((ms / 1000).toFixed(1)));
  }

  #line(seconds: string): string {
    const done = this.#done.toLocaleString("en"), total = this.#total.toLocaleString("en");
    const key = this.#total > this.#done ? "progress_of_files" : this.#done > 0 ? "progress_files" : "progress";
    return notice(this.lang, key, { done, total, seconds });
  }

  /** Blanks take away what a shorter line leaves over. */
  #render(line: string): void {
    if (line === this.#shown) return;
    const rest = Math.max(0, columnWidth(this.#shown) - columnWidth(line));
    this.write("\r" + line + " ".repeat(rest) + (line === "" ? "\r" : "\b".repeat(rest)));
    this.#shown = line;
  }
}
