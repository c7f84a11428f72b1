/**
 * One line on a terminal that says how far a long call has come, and is gone when the call ends.
 * @module
 */

/** Milliseconds before the line appears, and between two states of it. */
const PATIENCE_MS = 500, EVERY_MS = 100;

/** A progress line; it takes no room until the call is long, and no escapes that a terminal may not know. */
export class ProgressLine implements Disposable {
  readonly #began = performance.now();
  readonly #timer: ReturnType<typeof setInterval>;
  #said = "";
  #far = "";

  /** @param write puts text on the terminal */
  constructor(readonly write: (text: string) => void) {
    this.#timer = setInterval(() => this.#show(), EVERY_MS);
  }

  /** Takes note of how far the call is. */
  readonly onProgress = (done: number, total = 0): void => {
    const of = total > done ? ` of ${total.toLocaleString("en")}` : "";
    this.#far = `${done.toLocaleString("en")}${of} files, `;
  };

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#say("");
  }

  #show(): void {
    const ms = performance.now() - this.#began;
    if (ms >= PATIENCE_MS) this.#say(`fossick: ${this.#far}${(ms / 1000).toFixed(1)} s`);
  }

  /** Blanks take away what a shorter line leaves over. */
  #say(line: string): void {
    if (line === this.#said) return;
    const rest = Math.max(0, this.#said.length - line.length);
    this.write("\r" + line + " ".repeat(rest) + (line === "" ? "\r" : "\b".repeat(rest)));
    this.#said = line;
  }
}
