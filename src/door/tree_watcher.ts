/**
 * Notices that something below the roots may have changed.
 * @module
 */
import { StartError } from "./roots.ts";

/** Milliseconds without a change that end a burst of them; and how long a burst may last. */
const QUIET_MS = 100, MAX_BURST_MS = 1000;

/** What tells of changes, until it is closed. */
interface FsEvents extends AsyncIterable<{ readonly kind: string }> {
  close(): void;
}

/**
 * Changes below some directories, from the moment it is made. Needs the permission to read them then,
 * and none later.
 */
export class TreeWatcher implements Disposable {
  readonly #events: FsEvents;
  #changed = false;
  #closed = false;
  #failure: StartError | undefined;
  #wake = () => {};

  /**
   * @param paths absolute real paths of directories
   * @throws StartError when the system gives no watch
   */
  constructor(paths: readonly string[], watch = watchRecursively) {
    this.#events = watch(paths);
    this.#listen().catch((error) => {
      this.#failure = unwatchableError(paths, error);
      this.#wake();
    });
  }

  /**
   * Waits until something has changed since the last time, and no more does.
   * @returns whether there can be a next time; false once it is closed
   * @throws StartError when the system tells of no changes any more
   */
  async nextChange(): Promise<boolean> {
    if (!this.#changed && !this.#closed && this.#failure === undefined) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    if (this.#failure !== undefined && !this.#closed) throw this.#failure;
    const end = performance.now() + MAX_BURST_MS;
    while (this.#changed && !this.#closed && performance.now() < end) {
      this.#changed = false;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    }
    return !this.#closed;
  }

  /** Whoever waits is told that there is no next time. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#events.close();
    this.#wake();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  async #listen(): Promise<void> {
    for await (const { kind } of this.#events) {
      // Reading is no change: else every answer would be the reason for the next.
      if (kind === "access") continue;
      this.#changed = true;
      this.#wake();
    }
  }
}

function watchRecursively(paths: readonly string[]): FsEvents {
  try {
    return Deno.watchFs([...paths], { recursive: true });
  } catch (error) {
    throw unwatchableError(paths, error);
  }
}

function unwatchableError(paths: readonly string[], error: unknown): StartError {
  const why = error instanceof Error ? error.message : String(error);
  return new StartError("unwatchable", { root: paths.join(", "), why }, { cause: error });
}
