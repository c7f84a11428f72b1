/**
 * The garbage of a thread at rest, given back.
 *
 * V8 collects when it wants more memory, so a thread that is asked nothing more keeps what its last answers left behind
 * for good. It can't be told to collect when idle; but the function that collects can be had from it at run time, as
 * from node's `--expose-gc`, without any permission.
 * @module
 */

/** Milliseconds without work after which a thread is at rest. */
export const REST_MS = 1000;
/** Bytes by which a heap has grown when it is worth a collection: that takes 20 to 70 ms. */
const WORTH_IT = 16 * 2 ** 20;

/** The heap of a thread. */
export interface Heap {
  /** Bytes it takes, garbage included. */
  size(): number;
  /** Frees all that is garbage, in one go. */
  collect(): void;
}

/** Collects garbage once its thread has been at rest for a while. */
export class HeapKeeper {
  #working = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heap: Promise<Heap | undefined> | undefined;
  /** Bytes there were when all was alive. */
  #alive = 0;

  /** @param restMs milliseconds without work before it collects */
  constructor(readonly heap: () => Promise<Heap | undefined> = ownHeap, readonly restMs = REST_MS) {}

  /** Does `work`; there is no rest meanwhile. */
  async during<R>(work: () => Promise<R>): Promise<R> {
    this.#working++;
    this.close();
    try {
      return await work();
    } finally {
      if (--this.#working === 0) this.#timer = setTimeout(() => void this.#tidy().catch(() => {}), this.restMs);
    }
  }

  /** From now on nothing is collected, until there has been work again. */
  close(): void {
    clearTimeout(this.#timer);
  }

  /** Rejects where the runtime can't say how large its heap is: then nothing is collected. */
  async #tidy(): Promise<void> {
    const heap = await (this.#heap ??= this.heap());
    if (heap === undefined || this.#working > 0) return;
    const size = heap.size();
    // V8 may have collected by itself what was alive the last time.
    this.#alive = Math.min(this.#alive, size);
    if (size < this.#alive + WORTH_IT) return;
    heap.collect();
    this.#alive = heap.size();
  }
}

/**
 * The heap of the thread that asks; undefined where the runtime does not let it be collected.
 *
 * @example
 * ```ts
 * const heap = await ownHeap();
 * heap?.collect();
 * heap?.size();
 * ```
 */
export async function ownHeap(): Promise<Heap | undefined> {
  const { default: v8 } = await import("node:v8"), { default: vm } = await import("node:vm");
  const collect = exposed(v8, vm);
  if (collect === undefined) return undefined;
  return { size: () => v8.getHeapStatistics().total_heap_size, collect };
}

/**
 * V8's own collector, which contexts that are made while the flag is set have as `gc`. It stays set: it is one for all
 * threads, and some come to rest at the same time.
 */
function exposed(
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
