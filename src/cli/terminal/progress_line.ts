/**
 * A line on the terminal with the progress of a long call; it disappears when the call ends.
 * @module
 */
import type { Lang } from "../../model/messages/lang.ts";
import { notice } from "../notices.ts";
import { columnWidth } from "./column_width.ts";

/** Milliseconds until the line appears, and between two updates. */
const SHOW_AFTER_MS = 500, REFRESH_MS = 100;

/** A progress line. It stays invisible in a short call, and uses no escape sequences. */
export class ProgressLine implements Disposable {
  readonly #startedAt = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;
  #shown = "";
  #done = 0;
  #total = 0;

  /** @param write writes to the terminal */
  constructor(readonly write: (text: string) => void, readonly lang: Lang) {
    this.#timer = setInterval(() => this.#refresh(), REFRESH_MS);
  }

  /** Records the progress. */
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

  /** Overwrites the line; spaces erase the rest of a longer one. */
  #render(line: string): void {
    if (line === this.#shown) return;
    const surplus = Math.max(0, columnWidth(this.#shown) - columnWidth(line));
    this.write("\r" + line + " ".repeat(surplus) + (line === "" ? "\r" : "\b".repeat(surplus)));
    this.#shown = line;
  }
}
