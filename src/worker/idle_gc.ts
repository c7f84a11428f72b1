/**
 * The garbage of a thread at rest, given back.
 *
 * V8 collects when it wants more memory, so a thread that is asked nothing more keeps what its last answers left behind
 * for good. It can't be told to collect when idle; but the function that collects can be had from it at run time, as
 * from node's `--expose-gc`, without any permission.
 * @module
 */

/** Milliseconds without work after which a thread is at rest. */
export const IDLE_MS = 1000;
/** Bytes by which a heap has grown when it is worth a collection: that takes 20 to 70 ms. */
const MIN_GROWTH_BYTES = 16 * 2 ** 20;

/** The heap of a thread. */
export interface CollectableHeap {
  /** Bytes it takes, garbage included. */
  size(): number;
  /** Frees all that is garbage, in one go. */
  collect(): void;
}

/** Collects garbage once its thread has been at rest for a while. */
export class IdleGc {
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heap: Promise<CollectableHeap | undefined> | undefined;
  /** Bytes there were when all was alive. */
  #liveBytes = 0;

  /** @param idleMs milliseconds without work before it collects */
  constructor(readonly heap: () => Promise<CollectableHeap | undefined> = threadHeap, readonly idleMs = IDLE_MS) {}

  /** Does `work`; there is no rest meanwhile. */
  async track<R>(work: () => Promise<R>): Promise<R> {
    this.#running++;
    this.cancel();
    try {
      return await work();
    } finally {
      if (--this.#running === 0) {
        this.#timer = setTimeout(() => void this.#collectIfGrown().catch(() => {}), this.idleMs);
      }
    }
  }

  /** From now on nothing is collected, until there has been work again. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  /** Rejects where the runtime can't say how large its heap is: then nothing is collected. */
  async #collectIfGrown(): Promise<void> {
    const heap = await (this.#heap ??= this.heap());
    if (heap === undefined || this.#running > 0) return;
    const size = heap.size();
    // V8 may have collected by itself what was alive the last time.
    this.#liveBytes = Math.min(this.#liveBytes, size);
    if (size < this.#liveBytes + MIN_GROWTH_BYTES) return;
    heap.collect();
    this.#liveBytes = heap.size();
  }
}

/**
 * The heap of the thread that asks; undefined where the runtime does not let it be collected.
 *
 * @example
 * ```ts
 * const heap = await threadHeap();
 * heap?.collect();
 * heap?.size();
 * ```
 */
export async function threadHeap(): Promise<CollectableHeap | undefined> {
  const { default: v8 } = await import("node:v8"), { default: vm } = await import("node:vm");
  const collect = exposedGc(v8, vm);
  if (collect === undefined) return undefined;
  return { size: () => v8.getHeapStatistics().total_heap_size, collect };
}

/**
 * V8's own collector, which contexts that are made while the flag is set have as `gc`. It stays set: it is one for all
 * threads, and some come to rest at the same time.
 */
function exposedGc(
  v8: Pick<typeof import("node:v8"), "setFlagsFromString">,
  vm: Pick<typeof import("node:vm"), "runInNewContext">,
) {
  try {
    v8.setFlagsFromString("--expose-gc");
    const gc: unknown = vm.runInNewContext("typeof gc === 'function' ? gc : undefined");
    return typeof gc === "function" ? () => void gc() : undefined;
  } catch {
    return undefined;
  }
}
