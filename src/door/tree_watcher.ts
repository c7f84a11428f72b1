/**
 * Notices changes below directories, and finds the limits of the system that prevent it.
 * @module
 */
import { StartError } from "./roots.ts";

/** Milliseconds without a change that end a burst of changes, and the longest duration of a burst. */
const QUIET_MS = 100, MAX_BURST_MS = 1000;

/** The system's events, until closed. */
interface FsEvents extends AsyncIterable<{ readonly kind: string }> {
  close(): void;
}

/**
 * Watches directories recursively from its construction on. Needs the permission to read them only at that moment.
 */
export class TreeWatcher implements Disposable {
  readonly #events: FsEvents;
  #changed = false;
  #closed = false;
  #failure: StartError | undefined;
  #wake = () => {};

  /**
   * @param paths absolute real paths of directories
   * @throws StartError if the system grants no watch
   */
  constructor(paths: readonly string[], watch = watchRecursively) {
    this.#events = watch(paths);
    this.#listen().catch((error) => {
      this.#failure = unwatchableError(paths, error);
      this.#wake();
    });
  }

  /**
   * Waits for the next burst of changes since the last call, and for its end.
   * @returns false once the watcher is closed
   * @throws StartError if the system stopped reporting changes
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

  /** Ends the watch; a pending `nextChange` resolves with false. */
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
      // Reading is no change: otherwise every answer would cause the next one.
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

/** `few_watches`: Linux's max_user_watches is reached; `few_watchers`: its max_user_instances is. */
export type WatchLimit = "few_watches" | "few_watchers";

/**
 * The limit that keeps this user from watching all these directories together; undefined if none does, or if they can't
 * be watched for another reason. It tries, and watches nothing afterwards.
 * @param dirs absolute paths
 */
export function reachedWatchLimit(dirs: readonly string[]): WatchLimit | undefined {
  try {
    Deno.watchFs([...dirs], { recursive: false }).close();
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (/watch limit reached/.test(message)) return "few_watches";
    return /os error 24/.test(message) ? "few_watchers" : undefined;
  }
}
