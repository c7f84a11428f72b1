/**
 * Collects the garbage of an idle thread.
 *
 * V8 collects when it needs memory, so a thread without further requests would keep the garbage of its last answers
 * forever. V8 can't be set to collect when idle, but its function that collects can be obtained at run time, as with
 * node's `--expose-gc`, without any permission.
 * @module
 */

import { droppedParserBytes } from "../engine/structure/tree_sitter.ts";

/** Milliseconds without work after which a thread is idle. */
const IDLE_MS = 1000;
/** Bytes by which the heap must have grown before it is collected, which takes 20 to 70 ms. */
const MIN_GROWTH_BYTES = 16 * 2 ** 20;
/** Collections in a row: the first frees what a parser's memory belonged to, the second the memory. */
const MAX_COLLECTIONS = 2;

export interface CollectableHeap {
  /** Bytes, including garbage. */
  size(): number;
  /** Frees all garbage. */
  collect(): void;
}

/** Collects garbage when its thread has been idle for a while. */
export class IdleGc {
  #running = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heap: Promise<CollectableHeap | undefined> | undefined;
  /** Size of the heap after its last collection, or less if V8 has collected by itself since. */
  #liveBytes = 0;

  /** @param idleMs milliseconds without work after which it collects */
  constructor(readonly heap: () => Promise<CollectableHeap | undefined> = threadHeap, readonly idleMs = IDLE_MS) {}

  /** Runs `work`, during which the thread is not idle. */
  async track<R>(work: () => Promise<R>): Promise<R> {
    this.#running++;
    this.cancel();
    try {
      return await work();
    } finally {
      if (--this.#running === 0) this.#collectLater(MAX_COLLECTIONS);
    }
  }

  /** Prevents collections until the next `track`. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  #collectLater(tries: number): void {
    this.#timer = setTimeout(() => void this.#collectIfGrown(tries).catch(() => {}), this.idleMs);
  }

  /** Rejects if the runtime does not report the size of its heap: then nothing is collected. */
  async #collectIfGrown(tries: number): Promise<void> {
    const heap = await (this.#heap ??= this.heap());
    if (heap === undefined || this.#running > 0) return;
    const size = heap.size();
    // V8 may have collected by itself since the last time.
    this.#liveBytes = Math.min(this.#liveBytes, size);
    if (size < this.#liveBytes + MIN_GROWTH_BYTES) return;
    heap.collect();
    this.#liveBytes = heap.size();
    if (droppedParserBytes() === 0) return;
    this.#liveBytes -= droppedParserBytes();
    if (tries > 1) this.#collectLater(tries - 1);
  }
}

/**
 * The heap of the calling thread; undefined if the runtime provides no function to collect it.
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
  return { size: () => v8.getHeapStatistics().total_heap_size + droppedParserBytes(), collect };
}

/**
 * V8's function that collects, which contexts made with this flag have as `gc`. The flag stays set: all threads share
 * it, and several may become idle at the same time.
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
